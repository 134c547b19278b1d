// What pages and the one who lets them fire ask of the timers that will be due.
import type { RecordRef } from '#domain/streams.js';
import { documentsIn, type ActiveGenerations } from '#projections/port/documents.js';
import { TIMERS_COLLECTION, type WaitingTimers } from './timer-document.js';
import { timersProjection } from './timers-projection.js';

export interface TimersReadModel {
  /** Records with a timer that is due by now, the longest due first. `without`: ids of those to leave out. */
  due(now: string, limit: number, without?: readonly string[]): Promise<readonly WaitingTimers[]>;
  /** When the next is due after that. */
  nextDue(now: string): Promise<string | undefined>;
  ofRecord(record: RecordRef): Promise<WaitingTimers | undefined>;
}

export function timersIn(readModels: ActiveGenerations): TimersReadModel {
  const timers = documentsIn<WaitingTimers>(readModels, timersProjection.name, TIMERS_COLLECTION);
  const soonest = { path: 'due' };
  return {
    async due(now, limit, without = []) {
      const others = without.map((id) => ({ id }));
      const filter = { due: { $lte: now }, ...(others.length > 0 && { $nor: others }) };
      return (await timers.find({ filter, sort: soonest, limit })).documents;
    },
    nextDue: async (now) =>
      (await timers.find({ filter: { due: { $gt: now } }, sort: soonest, limit: 1 })).documents[0]?.due,
    ofRecord: (record) => timers.get(record.name),
  };
}
