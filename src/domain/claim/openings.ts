// The decider of one person's day in one application: which records they opened in it, never more than the limit.
import type { Decided } from '../decider.js';
import type { OpeningCounted, OpeningGivenBack } from './claim-events.js';

export type OpeningEvent = OpeningCounted | OpeningGivenBack;

/** Records that count. */
export type Openings = ReadonlySet<string>;

export function foldOpenings(openings: Openings, events: readonly OpeningEvent[]): Openings {
  const all = new Set(openings);
  for (const { type, data } of events) {
    if (type === 'opening.counted') all.add(data.record);
    else all.delete(data.record);
  }
  return all;
}

/** [] where it counts already; undefined where the day is full. */
export function countOpening(
  openings: Openings,
  record: string,
  limit: number,
): readonly Decided<OpeningEvent>[] | undefined {
  if (openings.has(record)) return [];
  return openings.size < limit ? [{ type: 'opening.counted', data: { record } }] : undefined;
}

/** [] where it does not count. */
export function giveBackOpening(
  openings: Openings,
  record: string,
  why: string,
): readonly Decided<OpeningEvent>[] {
  return openings.has(record)
    ? [{ type: 'opening.given-back', data: { record }, said: { reason: why } }]
    : [];
}
