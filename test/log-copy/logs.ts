// Logs to copy from and to, on every engine, and what is in them.
import { mkdtempSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { NewEvent, RecordedEvent } from '#domain/event.js';
import { createEventCodec, type EventCodec } from '#event-store/event-codec.js';
import type { EventStore } from '#event-store/event-store.js';
import { openEventStoreDb } from '#event-store/eventstoredb/eventstoredb-event-store.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { newEventStoreDb, type NewEventStoreDb } from '#test/engines/empty-eventstoredb.js';

export type Kind = 'SQLite' | 'EventStoreDB';
export const KINDS: readonly Kind[] = ['SQLite', 'EventStoreDB'];
export const PAIRS = KINDS.flatMap((from) => KINDS.map((to) => ({ from, to })));

export interface TestLog {
  /** As in --from and --to. */
  readonly address: string;
  readonly store: EventStore;
  /** Of EventStoreDB. */
  readonly server?: NewEventStoreDb;
  /** Opens it again, with another codec. */
  again(codec: EventCodec): Promise<EventStore>;
}

/** What has to be closed and removed after a test. */
const left: (() => Promise<unknown>)[] = [];

export async function removeLogs(): Promise<void> {
  for (const remove of left.splice(0).reverse()) await remove();
}

/** Empty, opened as `daybook copy` opens it. */
export async function newLog(kind: Kind, patience?: number): Promise<TestLog> {
  const { address, open, server } = kind === 'SQLite' ? newFile() : await newServer(patience);
  const again = async (codec: EventCodec) => {
    const store = await open(codec);
    left.push(() => store.close());
    return store;
  };
  return { address, server, again, store: await again(createEventCodec({})) };
}

function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-copy-'));
  left.push(async () => rmSync(folder, { recursive: true, maxRetries: 5 }));
  const path = join(folder, 'events.sqlite');
  const open = async (codec: EventCodec) => openSqliteEventStore(path, { codec });
  return { address: `sqlite:${path}`, open, server: undefined };
}

async function newServer(patience?: number) {
  const server = await newEventStoreDb();
  left.push(() => server.stop());
  const open = (codec: EventCodec) => openEventStoreDb(server.url, { codec, retryFor: patience });
  return { address: server.url, open, server };
}

/** Everything that was written, as it is now. */
export async function contents(store: EventStore): Promise<readonly RecordedEvent[]> {
  const head = await store.head();
  const all: RecordedEvent[] = [];
  if (head === 0) return all;
  for await (const batch of store.all()) {
    all.push(...batch);
    if (batch.at(-1)!.position >= head) break;
  }
  return all;
}

/** What a copy keeps: everything but the position. */
export const kept = (events: readonly RecordedEvent[]) =>
  events.map(({ stream, version, id, type, data, metadata }) => ({
    stream,
    version,
    id,
    type,
    data,
    metadata,
  }));

export type Story = readonly { readonly stream: string; readonly event: NewEvent }[];

export async function tell(store: EventStore, story: Story): Promise<void> {
  const versions = new Map<string, number>();
  for (const { stream, event } of story) {
    const version = versions.get(stream) ?? (await store.read(stream)).version;
    await store.append(stream, [event], version);
    versions.set(stream, version + 1);
  }
}

export function newEvent(data: unknown = { text: 'hello' }, type = 'record.commented'): NewEvent {
  const id = randomUUID();
  const metadata = { actor: 'ada', recordedAt: '2026-11-20T10:00:00.000Z', commandId: id, correlationId: id };
  return { id, type, data, metadata };
}

/** So many events, by turns in three streams, now and then several of one in a row. */
export const story = (count: number): Story =>
  Array.from({ length: count }, (_, n) => ({
    stream: `tests.Note-${Math.floor(n / 3) % 3}`,
    event: newEvent({ n }),
  }));

/** Any story: few streams with strange names, any JSON, stored names of older and newer shapes. */
export const anyStory: fc.Arbitrary<Story> = fc.array(
  fc.record({
    stream: fc.constantFrom('tests.Note-1', 'tests.Note-2', '$tests', '~tests', 'tests Ümläut-3'),
    event: fc
      .record({
        type: fc.constantFrom('record.commented', 'record.commented@2', '$x', 'number.taken'),
        data: fc.jsonValue().map((json) => JSON.parse(JSON.stringify(json)) as unknown),
        note: fc.jsonValue().map((json) => JSON.parse(JSON.stringify(json)) as unknown),
      })
      .map(({ type, data, note }) => {
        const event = newEvent({ data }, type);
        return { ...event, metadata: { ...event.metadata, note } };
      }),
  }),
  { maxLength: 40 },
);
