// By record for firing, by timer for pages.
import type { RecordedEvent } from '#domain/event.js';
import { isTimerEvent, evolveTimers, type TimerEvent } from '#domain/record/timers/timer-events.js';
import { parseRecordStream, type RecordRef } from '#domain/stream-names.js';
import {
  type Documents,
  type Projection,
  openDocuments,
  type ActiveGenerations,
} from '#projections/port/projection.js';
import type { CollectionIndexes } from '#projections/port/query.js';
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

export const timersIndexes: CollectionIndexes = { indexes: [['due'], ['application', 'due']], text: [] };

const scheduledId = (stream: string, timer: string) => `${stream}#${timer}`;

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
  // Finished timers are set again in full.
  if (due === undefined || !ref) return undefined;
  const { application, entity, id: record } = ref;
  return { id: event.stream, position: event.position, application, entity, record, due, timers };
}

function applyToScheduled(event: RecordedEvent & TimerEvent, id: string): ScheduledTimer | undefined {
  const ref = parseRecordStream(event.stream);
  if (event.type === 'record.timer-fired' || !ref) return undefined;
  const timer = id.slice(scheduledId(event.stream, '').length);
  const due = event.data.timers[timer]?.due ?? null;
  if (due === null) return undefined;
  const { application, entity, id: record } = ref;
  return { id, position: event.position, application, entity, record, timer, due };
}

export interface TimersReadModel {
  /** Longest due first. `without`: ids. */
  findDue(now: string, limit: number, without?: readonly string[]): Promise<readonly WaitingTimers[]>;
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

export const openScheduledTimers = (readModels: ActiveGenerations): Documents<ScheduledTimer> =>
  openDocuments(readModels, timersProjection.name, SCHEDULED_COLLECTION);

export async function lacksScheduledTimers(readModels: ActiveGenerations): Promise<boolean> {
  const collections = await readModels.generation(timersProjection.name).collections();
  return collections.includes(TIMERS_COLLECTION) && !collections.includes(SCHEDULED_COLLECTION);
}
