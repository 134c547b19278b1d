import type {
  TimelineEntry,
  TimelineReadModel,
} from '#projections/read-models/timeline/timeline-projection.js';
import type { Filter, Page } from '#projections/port/query.js';
import { BOOKKEEPING_EVENT_TYPES } from '#domain/event-types.js';

const MAX_EVENTS = 200;
const MAX_STEPS_BACK = 50;

export interface TracedEvent {
  readonly entry: TimelineEntry;
  /** Position; undefined: the root. */
  readonly cause?: number;
}

export interface TracedCausationTree {
  /** In log order, the root first. */
  readonly events: readonly TracedEvent[];
  readonly isCut: boolean;
}

export async function traceCausationTree(
  timeline: TimelineReadModel,
  entry: TimelineEntry,
): Promise<TracedCausationTree> {
  const line = await findLine(timeline, entry);
  const { found, isCut } = await findCaused(timeline, line.at(-1)!);
  const known = new Map([...line, ...found].map((each) => [each.position, each]));
  const byEventId = new Map([...known.values()].map((each) => [each.eventId, each]));
  const root = line.at(-1)!;
  const events: TracedEvent[] = [];
  const included = new Set<number>();
  for (const each of [...known.values()].sort((one, other) => one.position - other.position)) {
    const cause = causeAmong(each, root, byEventId);
    if (each !== root && (cause === undefined || !included.has(cause))) continue;
    included.add(each.position);
    events.push({ entry: each, ...(cause !== undefined && { cause }) });
  }
  return { events, isCut };
}

/** The first event of a command causes its others. */
function causeAmong(
  { metadata, position }: TimelineEntry,
  root: TimelineEntry,
  byEventId: ReadonlyMap<string, TimelineEntry>,
): number | undefined {
  if (position === root.position) return undefined;
  const { causationId, commandId } = metadata;
  if (causationId !== undefined) return byEventId.get(causationId)?.position;
  return commandId === root.metadata.commandId ? root.position : undefined;
}

async function findLine(timeline: TimelineReadModel, entry: TimelineEntry): Promise<TimelineEntry[]> {
  const line = [entry];
  while (line.length <= MAX_STEPS_BACK) {
    const cause = await findCause(timeline, line.at(-1)!);
    if (!cause || line.some(({ position }) => position === cause.position)) break;
    line.push(cause);
  }
  return line;
}

async function findCause(
  timeline: TimelineReadModel,
  { subject, position, metadata: { causationId, commandId } }: TimelineEntry,
): Promise<TimelineEntry | undefined> {
  if (causationId !== undefined) return timeline.findByEventId(causationId);
  if (subject === null) return undefined;
  const { documents } = await timeline.find({
    filter: { subject, 'metadata.commandId': commandId, position: { $lt: position }, ...OF_INTEREST },
    limit: 1,
  });
  return documents[0];
}

const OF_INTEREST = { $nor: [{ type: { $in: BOOKKEEPING_EVENT_TYPES } }] };

export const createCausedByFilter = (eventIds: readonly string[]): Filter => ({
  'metadata.causationId': { $in: eventIds },
  ...OF_INTEREST,
});

/** Level by level, on every record. */
async function findCaused(
  timeline: TimelineReadModel,
  root: TimelineEntry,
): Promise<{ readonly found: readonly TimelineEntry[]; readonly isCut: boolean }> {
  const known = new Map([[root.eventId, root]]);
  let { documents, next } = await findInSameCommand(timeline, root);
  for (let level = [root, ...documents]; level.length > 0; level = [...documents]) {
    for (const each of documents) known.set(each.eventId, each);
    if (known.size > MAX_EVENTS || next !== undefined) break;
    ({ documents, next } = await timeline.find({
      filter: createCausedByFilter(level.map(({ eventId }) => eventId)),
      limit: MAX_EVENTS,
    }));
    documents = documents.filter(({ eventId }) => !known.has(eventId));
  }
  const found = [...known.values()].slice(1);
  return { found: found.slice(0, MAX_EVENTS), isCut: found.length > MAX_EVENTS || next !== undefined };
}

async function findInSameCommand(
  timeline: TimelineReadModel,
  root: TimelineEntry,
): Promise<Page<TimelineEntry>> {
  const { subject, id, metadata } = root;
  if (subject === null) return { documents: [] };
  const filter = { subject, id: { $gt: id }, 'metadata.commandId': metadata.commandId, ...OF_INTEREST };
  return timeline.find({ filter, limit: MAX_EVENTS });
}
