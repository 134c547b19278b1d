// The event store in EventStoreDB (KurrentDB), through its official client: what src/command-handling appends to and
// projections read from, from any number of processes.
import type { Recorded } from '../../domain/event.js';
import { createCodec, isText, type Codec } from '../codec.js';
import { EventStoreUnavailable, type EventStore } from '../event-store.js';
import { checkDatabase } from './check-database.js';
import { parseConnection } from './connection.js';
import { inOurWords } from './failures.js';
import { followLog } from './follow-log.js';
import { settleAppend } from './settled-append.js';
import { fromStored, toPosition, toStored } from './stored-event.js';
import { storedName } from './stored-names.js';
import { createStreamReader, type StreamReader } from './stream-reader.js';

export interface EventStoreDbSettings {
  readonly codec?: Codec;
  /** Milliseconds for which a read or an append is asked again while the server is away; 6,000. */
  readonly patience?: number;
  /** Milliseconds for one answer; 3,000: the server itself gives up on replicating an append after 2,000 by default. */
  readonly answerWithin?: number;
  /** Milliseconds after which opening gives up; 10,000. */
  readonly openFor?: number;
}

/**
 * Opens the log of a single node or a cluster: `esdb://…`, `esdb+discover://…`, `kurrentdb://…`, `kurrentdb+discover://…`.
 * Throws `EventStoreUnusable` (no such address, wrong name or password, another application's log, too old a server) and
 * `EventStoreUnavailable` (cannot be reached); the message says what to do, and never has the password.
 */
export async function openEventStoreDb(
  url: string,
  settings: EventStoreDbSettings = {},
): Promise<EventStore> {
  const { codec = createCodec(), patience = 6_000, answerWithin = 3_000, openFor = 10_000 } = settings;
  const timing = { patience, answerWithin };
  const connection = parseConnection(url);
  const client = connection.connect();
  const reader = createStreamReader(connection, timing);
  await checkDatabase({ connection, client, reader, codec, timing }, openFor);

  const closing = new AbortController();
  const working = new Set<Promise<unknown>>();

  const whileOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed.');
    const answer = work();
    working.add(answer);
    try {
      return await answer;
    } catch (error) {
      throw inOurWords(error, connection.shown);
    } finally {
      working.delete(answer);
    }
  };

  return {
    read: (stream, from = 1) => whileOpen(() => readStream(reader, codec, stream, from)),
    async append(stream, events, expectedVersion) {
      if (!isText(stream)) throw new TypeError(`no stream can have this name: ${JSON.stringify(stream)}`);
      const append = { stream, events: toStored(events, codec), expectedVersion };
      return whileOpen(() => settleAppend({ connection, client, reader, timing }, append));
    },
    all: (after = 0, signal) =>
      untilEither(closing.signal, signal, (ending) =>
        followLog({ connection, client, codec, timing }, after, ending),
      ),
    head: () =>
      whileOpen(async () => {
        const last = await reader.head();
        return last ? toPosition(last.position?.commit) : 0;
      }),
    async close() {
      closing.abort();
      await Promise.allSettled(working);
      await client.dispose();
    },
  };
}

async function readStream(
  reader: StreamReader,
  codec: Codec,
  stream: string,
  from: number,
): Promise<{ events: readonly Recorded[]; version: number }> {
  const name = storedName(stream);
  // Who asks for what cannot be there wants the version alone.
  const asked = from < Number.MAX_SAFE_INTEGER ? await reader.forwards(name, Math.max(from, 1) - 1) : [];
  if (!asked) return { events: [], version: 0 };
  if (asked.length > 0) {
    const events = asked.map((event) => fromStored(event, codec));
    return { events, version: events.at(-1)!.version };
  }
  const last = await reader.last(name);
  const version = last ? Number(last.revision) + 1 : 0;
  // Written between the two questions.
  if (version >= from) return readStream(reader, codec, stream, from);
  return { events: [], version };
}

/** Ends with the first of the two signals, and leaves nothing on either. */
async function* untilEither(
  closing: AbortSignal,
  given: AbortSignal | undefined,
  follow: (ending: AbortSignal) => AsyncIterable<readonly Recorded[]>,
): AsyncGenerator<readonly Recorded[]> {
  const ending = new AbortController();
  const end = () => ending.abort();
  if (closing.aborted || given?.aborted) end();
  closing.addEventListener('abort', end);
  given?.addEventListener('abort', end);
  try {
    yield* follow(ending.signal);
  } finally {
    closing.removeEventListener('abort', end);
    given?.removeEventListener('abort', end);
  }
}
