// Query: which timers of a record are due next, as far as its reader may know.
import type { RecordRef } from '#domain/streams.js';
import { timersIn } from '#projections/read-models/timers/timers-read-model.js';
import type { Entity } from '#specification/specification.js';
import type { Sources } from '../ports.js';
import type { VisibleRecord } from '../visible.js';

export interface NextTimer {
  readonly timer: string;
  readonly title: string;
  /** ISO 8601. */
  readonly due: string;
}

/** The soonest first. When one is due that is counted from the record's fields is for whoever sees all of them. */
export async function nextTimers(
  { readModels }: Pick<Sources, 'readModels'>,
  { lifecycle }: Entity,
  record: RecordRef,
  { hidden }: Pick<VisibleRecord, 'hidden'>,
): Promise<readonly NextTimer[]> {
  if (lifecycle.timers.length === 0) return [];
  const waiting = await timersIn(readModels).ofRecord(record);
  return lifecycle.timers
    .filter(({ at }) => !at || hidden.size === 0)
    .flatMap(({ key: timer, title }) => {
      const due = waiting && Object.hasOwn(waiting.timers, timer) ? waiting.timers[timer]!.due : null;
      return due === null ? [] : [{ timer, title, due }];
    })
    .sort((a, b) => (a.due < b.due ? -1 : 1));
}
