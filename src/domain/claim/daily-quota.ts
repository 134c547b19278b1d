// The decider of one person's day in one application: which records they opened in it, never more than the limit.
import type { DecidedEvent } from '../event.js';
import type { OpenedOne, OpeningCounted, OpeningGivenBack } from './claim-events.js';

export type OpeningEvent = OpeningCounted | OpeningGivenBack;

/** Records that count, by entity and id. */
export type CountedRecords = ReadonlySet<string>;

export const counts = (openings: CountedRecords, one: OpenedOne): boolean => openings.has(nameOf(one));

const nameOf = ({ entity, record }: OpenedOne): string => `${entity}-${record}`;

export function foldOpenings(openings: CountedRecords, events: readonly OpeningEvent[]): CountedRecords {
  const all = new Set(openings);
  for (const { type, data } of events) {
    if (type === 'opening.counted') all.add(nameOf(data));
    else all.delete(nameOf(data));
  }
  return all;
}

/** [] where it counts already; undefined where the day is full. */
export function countOpening(
  openings: CountedRecords,
  one: OpenedOne,
  limit: number,
): readonly DecidedEvent<OpeningEvent>[] | undefined {
  if (counts(openings, one)) return [];
  return openings.size < limit ? [{ type: 'opening.counted', data: one }] : undefined;
}

/** [] where it does not count. */
export function giveBackOpening(
  openings: CountedRecords,
  one: OpenedOne,
  why: string,
): readonly DecidedEvent<OpeningEvent>[] {
  return counts(openings, one) ? [{ type: 'opening.given-back', data: one, metadata: { reason: why } }] : [];
}
