// Is it there, does it let us in, and is the log in it Daybook's? Asked once, when the store is opened.
import type { KurrentDBClient } from '@kurrent/kurrentdb-client';
import type { Codec } from '../codec.js';
import { EventStoreUnavailable, EventStoreUnusable } from '../event-store.js';
import type { Connection } from './connection.js';
import { isDenied, mayPass, reasonOf, UnfitLog } from './failures.js';
import { patiently, type Timing } from './patience.js';
import { fromStored } from './stored-event.js';
import type { StreamReader } from './stream-reader.js';
import { subscribe } from './subscription.js';

/** Throws `EventStoreUnusable`, or `EventStoreUnavailable` after `openFor` milliseconds. */
export async function checkDatabase(
  parts: {
    readonly connection: Connection;
    readonly client: KurrentDBClient;
    readonly reader: StreamReader;
    readonly codec: Codec;
    readonly timing: Timing;
  },
  openFor: number,
): Promise<void> {
  const { connection, client, reader, codec, timing } = parts;
  const { shown } = connection;
  try {
    // Both halves of the client: the one that appends and subscribes says best what is wrong; the native one reads.
    await patiently(openFor, () => reach(client, connection, timing));
    await checkLog(reader, codec);
  } catch (error) {
    if (error instanceof UnfitLog) throw new EventStoreUnusable(error.message, { cause: error });
    if (isDenied(error))
      throw new EventStoreUnusable(
        `EventStoreDB at ${shown} does not accept the name and password in DAYBOOK_EVENTS. ` +
          'Write them as esdb://name:password@host:2113, and check that they may read $all and write.',
        { cause: error },
      );
    if (!mayPass(error)) throw error;
    throw new EventStoreUnavailable(
      `EventStoreDB at ${shown} cannot be reached (${reasonOf(error)}). Check that it runs, that host and port are right, ` +
        'and whether it speaks TLS: if it was started without, add ?tls=false.',
      { cause: error },
    );
  }
}

async function reach(
  client: KurrentDBClient,
  { credentials }: Connection,
  { answerWithin }: Timing,
): Promise<void> {
  const subscription = subscribe({ client, credentials, answerWithin }, 0);
  try {
    await subscription.confirmed();
  } finally {
    subscription.end();
  }
}

async function checkLog(reader: StreamReader, codec: Codec): Promise<void> {
  const { first, last } = await reader.ends();
  if (!first || !last) return;
  for (const event of [first, last]) fromStored(event, codec);
  // Only reading a stream shows whether this version tells positions there.
  for (const event of (await reader.forwards(last.streamId, Number(last.revision), 1)) ?? [])
    fromStored(event, codec);
}
