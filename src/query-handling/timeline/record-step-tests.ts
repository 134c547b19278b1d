// Such tests need another event of the record.
import type {
  TimelineEntry,
  TimelineReadModel,
} from '#projections/read-models/timeline/timeline-projection.js';

export interface RecordStepQuery {
  readonly byOpener?: true;
  /** Minutes since the previous event. */
  readonly withinMinutes?: number;
}

type EntryTest = (entries: readonly TimelineEntry[]) => Promise<readonly boolean[]>;

const STEPS: ReadonlySet<string> = new Set([
  'record.action-taken',
  'record.approval-given',
  'record.approval-refused',
]);

export const createOpenerTest =
  (timeline: Pick<TimelineReadModel, 'find'>): EntryTest =>
  async (entries) => {
    const steps = entries.filter(({ type }) => STEPS.has(type));
    const subjects = [...new Set(steps.flatMap(({ subject }) => subject ?? []))];
    const openings =
      subjects.length === 0
        ? []
        : (
            await timeline.find({
              filter: { type: 'record.opened', subject: { $in: subjects } },
              limit: subjects.length,
              onwardOnly: true,
            })
          ).documents;
    const openers = new Map(openings.map(({ subject, actor }) => [subject, actor]));
    return entries.map(({ type, subject, actor, onBehalfOf }) => {
      const opener = STEPS.has(type) ? openers.get(subject) : undefined;
      return opener !== undefined && (actor === opener || onBehalfOf === opener);
    });
  };

/** Imported events count by when they happened. */
export const createWithinMinutesTest =
  (timeline: Pick<TimelineReadModel, 'findNeighbour'>, minutes: number): EntryTest =>
  (entries) =>
    Promise.all(
      entries.map(async (entry) => {
        if (!STEPS.has(entry.type)) return false;
        const before = await findEventBeforeCommand(timeline, entry);
        if (!before) return false;
        const passed = Date.parse(entry.at) - Date.parse(before.at);
        return passed >= 0 && passed <= minutes * 60_000;
      }),
    );

/** The approval that completes a round and the move that follows it are one step. */
async function findEventBeforeCommand(
  timeline: Pick<TimelineReadModel, 'findNeighbour'>,
  entry: TimelineEntry,
): Promise<TimelineEntry | undefined> {
  let before: TimelineEntry | undefined = entry;
  while (before?.metadata.commandId === entry.metadata.commandId)
    before = await timeline.findNeighbour(before, -1);
  return before;
}
