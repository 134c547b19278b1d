// Read model `timers`: what was set waits, until it has fired or is taken back.
import type { Recorded } from '#domain/event.js';
import { isTimerEvent, timersAfter, type TimerEvent } from '#domain/record/timer-events.js';
import { parseRecordStream } from '#domain/streams.js';
import type { Projection } from '#projections/port/projection.js';
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
