// Read model `timers`: what was set waits, until it has fired or is taken back; by record for who lets them fire, by timer for people.
import type { RecordedEvent } from '#domain/event.js';
import { isTimerEvent, evolveTimers, type TimerEvent } from '#domain/record/timers/timer-events.js';
import { parseRecordStream, type RecordRef } from '#domain/stream-names.js';
import {
  type Documents,
  type Projection,
  openDocuments,
  type ActiveGenerations,
} from '#projections/port/projection.js';
import type { CollectionShape } from '#projections/port/query.js';
import {
  SCHEDULED_COLLECTION,
  TIMERS_COLLECTION,
  type ScheduledTimer,
  type WaitingTimers,
} from './timer-document.js';

export const timersProjection: Projection<WaitingTimers | ScheduledTimer> = {
  name: 'timers',
  version: 2,
  types: ['record.timer'],
  targets: (event) =>
    isTimerEvent(event)
      ? [
          { collection: TIMERS_COLLECTION, id: event.stream },
          ...timerNamesIn(event).map((timer) => ({
            collection: SCHEDULED_COLLECTION,
            id: scheduledId(event.stream, timer),
          })),
        ]
      : [],
  apply: (document, event, { collection, id }) =>
    collection === TIMERS_COLLECTION
      ? applyToWaiting(document as WaitingTimers | undefined, event as RecordedEvent & TimerEvent)
      : applyToScheduled(event as RecordedEvent & TimerEvent, id),
};

export const timersShape: CollectionShape = { indexes: [['due'], ['application', 'due']], text: [] };

const scheduledId = (stream: string, timer: string) => `${stream}#${timer}`;

/** Names of the timers that an event sets, takes back or lets fire; of one that another program wrote, whatever it has there. */
function timerNamesIn({ data }: TimerEvent): readonly string[] {
  const { timer, timers } = (data ?? {}) as { readonly timer?: unknown; readonly timers?: unknown };
  if (typeof timer === 'string') return [timer];
  return typeof timers === 'object' && timers !== null ? Object.keys(timers) : [];
}

function applyToWaiting(
  document: WaitingTimers | undefined,
  event: RecordedEvent & TimerEvent,
): WaitingTimers | undefined {
  const timers = evolveTimers(document?.timers ?? {}, event);
  const [due] = Object.values(timers)
    .flatMap((timer) => timer.due ?? [])
    .sort();
  const ref = parseRecordStream(event.stream);
  // What is not due any more is kept by the log: it is set whole when it is set again.
  if (due === undefined || !ref) return undefined;
  const { application, entity, id: record } = ref;
  return { id: event.stream, position: event.position, application, entity, record, due, timers };
}

/** A timer that has fired, or was taken back, is not scheduled until it is set again. */
function applyToScheduled(event: RecordedEvent & TimerEvent, id: string): ScheduledTimer | undefined {
  const ref = parseRecordStream(event.stream);
  if (event.type === 'record.timer-fired' || !ref) return undefined;
  const timer = id.slice(scheduledId(event.stream, '').length);
  const due = event.data.timers[timer]?.due ?? null;
  if (due === null) return undefined;
  const { application, entity, id: record } = ref;
  return { id, position: event.position, application, entity, record, timer, due };
}

/** What pages and the one who lets them fire ask of the timers that will be due. */
export interface TimersReadModel {
  /** Records with a timer that is due by now, the longest due first. `without`: ids of those to leave out. */
  findDue(now: string, limit: number, without?: readonly string[]): Promise<readonly WaitingTimers[]>;
  /** When the next is due after that. */
  findNextDue(now: string): Promise<string | undefined>;
  findByRecord(record: RecordRef): Promise<WaitingTimers | undefined>;
}

export function createTimersReadModel(readModels: ActiveGenerations): TimersReadModel {
  const timers = openDocuments<WaitingTimers>(readModels, timersProjection.name, TIMERS_COLLECTION);
  const soonest = { path: 'due' };
  return {
    async findDue(now, limit, without = []) {
      const others = without.map((id) => ({ id }));
      const filter = { due: { $lte: now }, ...(others.length > 0 && { $nor: others }) };
      return (await timers.find({ filter, sort: soonest, limit })).documents;
    },
    findNextDue: async (now) =>
      (await timers.find({ filter: { due: { $gt: now } }, sort: soonest, limit: 1 })).documents[0]?.due,
    findByRecord: (record) => timers.get(record.name),
  };
}

/** Every timer that will be due, of all records of all applications. */
export const openScheduledTimers = (readModels: ActiveGenerations): Documents<ScheduledTimer> =>
  openDocuments(readModels, timersProjection.name, SCHEDULED_COLLECTION);

/** Whether an earlier version has built what is served: it kept no document for each timer. */
export async function lacksScheduledTimers(readModels: ActiveGenerations): Promise<boolean> {
  const collections = await readModels.generation(timersProjection.name).collections();
  return collections.includes(TIMERS_COLLECTION) && !collections.includes(SCHEDULED_COLLECTION);
}
