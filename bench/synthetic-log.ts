// A log of any size for measurements: purchase requests, six events each, the same for the same numbers.
import { createHash } from 'node:crypto';
import type { Metadata, NewEvent } from '../src/domain/event.js';
import type { RecordEvent } from '../src/domain/record/record-events.js';
import { RecordRef, streams } from '../src/domain/stream-names.js';
import type { EventStore } from '../src/event-store/event-store.js';

export const APPLICATION = 'purchasing';
export const ENTITY = 'Request';
export const EVENTS_PER_RECORD = 6;

const DEPARTMENTS = ['Research', 'Sales', 'Workshop'];
const START = Date.UTC(2024, 0, 1);

function uuid(version: 7 | 8, seed: string, time?: number): string {
  const hash = createHash('md5').update(seed).digest();
  if (time !== undefined) hash.writeUIntBE(time, 0, 6);
  hash[6] = (hash[6]! & 0x0f) | (version << 4);
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const recordId = (n: number) => uuid(7, `record ${n}`, START + n * 60_000);
export const personId = (n: number) => uuid(8, `person ${n}`);

/** The six events of the n-th record. */
export function recordHistory(n: number): readonly NewEvent<RecordEvent>[] {
  const opener = personId(n % 40);
  const amount = 1000 + ((n * 7919) % 900_000);
  const title = `Order ${n}: microscope slides and ${n % 17} boxes`;
  const moved = (action: string, from: string, to: string): RecordEvent => ({
    type: 'record.action-taken',
    data: { action, from, to, changes: {} },
  });
  const events: [RecordEvent, string][] = [
    [
      {
        type: 'record.opened',
        data: {
          entity: ENTITY,
          number: `PR-2024-${String(n).padStart(4, '0')}`,
          title,
          state: 'draft',
          fields: { title, department: DEPARTMENTS[n % 3]!, amount, requestedBy: opener },
        },
      },
      opener,
    ],
    [{ type: 'record.changed', data: { changes: { amount: { from: amount, to: amount + 500 } } } }, opener],
    [{ type: 'record.commented', data: { text: `Please before the end of week ${n % 52}.` } }, opener],
    [moved('submit', 'draft', 'submitted'), opener],
    [{ type: 'record.assigned', data: { from: null, to: personId(40) } }, personId(40)],
    [moved('approve', 'submitted', 'approved'), personId(41)],
  ];
  return events.map(([event, actor], index) => ({
    ...event,
    id: uuid(8, `event ${n} ${index}`),
    metadata: metadata(n, index, actor),
  }));
}

function metadata(n: number, index: number, actor: string): Metadata {
  const commandId = uuid(8, `command ${n} ${index}`);
  return {
    actor,
    recordedAt: new Date(START + n * 60_000 + index * 3_600_000).toISOString(),
    commandId,
    correlationId: commandId,
    specification: { key: APPLICATION, version: 1 },
  };
}

/** Appends the histories of so many records, several at once so that they share commits. */
export const appendHistories = (store: EventStore, records: number, atOnce?: number): Promise<void> =>
  appendHistoriesOf(
    store,
    { application: APPLICATION, entity: ENTITY, historyOf: recordHistory },
    records,
    atOnce,
  );

export interface Histories {
  readonly application: string;
  readonly entity: string;
  /** The events of the n-th record. */
  readonly historyOf: (n: number) => readonly NewEvent<RecordEvent>[];
}

export async function appendHistoriesOf(
  store: EventStore,
  { historyOf: eventsOf, ...of }: Histories,
  records: number,
  atOnce = 500,
): Promise<void> {
  for (let first = 0; first < records; first += atOnce) {
    const count = Math.min(atOnce, records - first);
    await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const n = first + index;
        return store.append(streams.record(RecordRef.of({ ...of, id: recordId(n) })), eventsOf(n), 0);
      }),
    );
  }
}

/** The n-th record's own events, by the system. */
export function syntheticEvents(
  application: string,
  n: number,
  events: readonly RecordEvent[],
): readonly NewEvent<RecordEvent>[] {
  return events.map((event, index) => ({
    ...event,
    id: uuid(8, `event ${n} ${index}`),
    metadata: { ...metadata(n, index, 'system'), specification: { key: application, version: 1 } },
  }));
}
