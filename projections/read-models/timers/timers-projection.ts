// Read model `timers`: what was set waits, until it has fired or is taken back.
import type { Recorded } from '#domain/event.js';
import { isTimerEvent, timersAfter, type TimerEvent } from '#domain/record/timer-events.js';
import { parseRecordStream, type RecordRef } from '#domain/streams.js';
import { type Projection, documentsIn, type ActiveGenerations } from '#projections/port/projection.js';
import type { CollectionShape } from '#projections/port/query.js';
import { TIMERS_COLLECTION, type WaitingTimers } from './timer-document.js';

export const timersProjection: Projection<WaitingTimers> = {
  name: 'timers',
  version: 1,
  types: ['record.timer'],
  targets: (event) => (isTimerEvent(event) ? [{ collection: TIMERS_COLLECTION, id: event.stream }] : []),
  apply(document, event) {
    const timers = timersAfter(document?.timers ?? {}, event as Recorded & TimerEvent);
    const [due] = Object.values(timers)
      .flatMap((timer) => timer.due ?? [])
      .sort();
    const ref = parseRecordStream(event.stream);
    // What is not due any more is kept by the log: it is set whole when it is set again.
    if (due === undefined || !ref) return undefined;
    const { application, entity, id: record } = ref;
    return { id: event.stream, position: event.position, application, entity, record, due, timers };
  },
};

export const timersShape: CollectionShape = { indexes: [['due']], text: [] };

/** What pages and the one who lets them fire ask of the timers that will be due. */
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
