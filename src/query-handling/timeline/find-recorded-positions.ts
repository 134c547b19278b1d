// Positions grow with time, so bisection finds a range.
import type {
  TimelineFilters,
  TimelineReadModel,
} from '#projections/read-models/timeline/timeline-projection.js';
import { toTimelineId } from '#projections/read-models/timeline/timeline-projection.js';

type PositionRange = Pick<TimelineFilters, 'fromPosition' | 'untilPosition'>;

/** Between processes of one log. */
const CLOCK_SKEW_MS = 10 * 60_000;

/** Approximate: exact times stay a filter. */
export async function findRecordedPositions(
  timeline: Pick<TimelineReadModel, 'find'>,
  { recordedFrom, recordedUntil, fromPosition = 0, untilPosition }: TimelineFilters,
): Promise<PositionRange> {
  if (recordedFrom === undefined && recordedUntil === undefined) return {};
  const firstAfter = async (instant: string, skew: number) =>
    findFirstRecorded(timeline, new Date(Date.parse(instant) + skew).toISOString());
  const first = recordedFrom === undefined ? 0 : await firstAfter(recordedFrom, -CLOCK_SKEW_MS);
  const end = recordedUntil === undefined ? Infinity : await firstAfter(recordedUntil, CLOCK_SKEW_MS);
  const last = Math.min(untilPosition ?? Infinity, end - 1);
  return {
    fromPosition: Math.max(fromPosition, first),
    ...(Number.isFinite(last) && { untilPosition: Math.max(last, 0) }),
  };
}

async function findFirstRecorded(
  timeline: Pick<TimelineReadModel, 'find'>,
  instant: string,
): Promise<number> {
  const newest = await timeline.find({ sort: { path: 'id', descending: true }, limit: 1 });
  let [low, high] = [0, (newest.documents[0]?.position ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const filter = { id: { $gte: toTimelineId(middle) } };
    const [entry] = (await timeline.find({ filter, limit: 1, onwardOnly: true })).documents;
    if (entry && entry.metadata.recordedAt < instant) low = entry.position + 1;
    else high = middle;
  }
  return low;
}
