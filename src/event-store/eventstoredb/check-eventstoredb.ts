// Is it there, does it let us in, and can the log in it be read? Asked once, when the store is opened.
import type { Codec } from '../event-codec.js';
import { EventStoreUnavailable, EventStoreUnusable } from '../event-store.js';
import type { Address } from './connection-string.js';
import type { ReadEvent } from './grpc-client.js';
import type { LogEnd } from './log-end-finder.js';
import {
  Deleted,
  Denied,
  describeDenial,
  isOfServer,
  mayPass,
  NOT_TLS,
  NoTimelyAnswer,
  UnfitLog,
} from './server-errors.js';
import { patiently, type Timing } from './retry-until-deadline.js';
import type { Server } from './describe-missing-right.js';
import { mustHaveRights } from './check-rights.js';
import { fromStored, toPosition } from './convert-events.js';
import { createStreamReader, type StreamReader } from './stream-reader.js';
import { subscribe } from './log-subscription.js';
import type { Connections } from './connection-manager.js';

interface DatabaseCheckParts {
  readonly address: Address;
  readonly server: Server;
  readonly connections: Connections;
  readonly end: LogEnd;
  readonly codec: Codec;
  /** Whether it is going to be written to. */
  readonly writes: boolean;
  /** `patience`: for so long it is tried. */
  readonly timing: Timing;
}

/** Throws `EventStoreUnusable`, `DamagedEvent`, or `EventStoreUnavailable` when `patience` is over. */
export async function checkEventStoreDb({
  address,
  server,
  connections,
  end,
  codec,
  writes,
  timing,
}: DatabaseCheckParts): Promise<void> {
  const { shown } = address;
  try {
    await patiently(timing, (longest) => reach(connections, longest));
    await mustHaveRights(connections, timing, writes);
    // Looking for the end may take longer than all that, while the server is at work.
    const { patience, answerWithin } = timing;
    await checkLog(end, createStreamReader(connections, { patience, answerWithin }), codec);
  } catch (error) {
    if (error instanceof UnfitLog) throw new EventStoreUnusable(error.message, { cause: error });
    if (error instanceof Denied)
      throw new EventStoreUnusable(describeDenial(error, server), { cause: error });
    if (!isOfServer(error)) throw error;
    if (!mayPass(error))
      throw new EventStoreUnusable(
        `EventStoreDB at ${shown} cannot be used (${error.message}). ` +
          'Check that host and port are those of an EventStoreDB or KurrentDB, of version 23.10 or later.',
        { cause: error },
      );
    throw new EventStoreUnavailable(
      `EventStoreDB at ${shown} cannot be reached (${error.message}). ${whatToDo(address, error)}`,
      { cause: error },
    );
  }
}

function whatToDo(address: Address, error: Error): string {
  if (error instanceof NoTimelyAnswer)
    return (
      'It says nothing at all: check whether it hangs or is only starting (its own log tells), that host and port are right, ' +
      'and that no firewall or proxy in between keeps what is sent to itself.'
    );
  return `Check that it runs, that host and port are right, and whether it speaks TLS: ${aboutTls(address, error)}.`;
}

const OF_CERTIFICATES = /certificate|altnames|self.signed|CERT|SSL|TLS/i;

const NAME_AUTHORITY = 'name the authority of its certificate with ?tlsCAFile=PATH';

function aboutTls({ tls, isCluster }: Address, { message }: Error): string {
  if (!tls) return 'it is asked without, so if it was started with TLS, leave ?tls=false out';
  if (message !== NOT_TLS && OF_CERTIFICATES.test(message))
    return `${NAME_AUTHORITY}, and the host as the certificate does`;
  // The package says of a cluster that no node answered, and not why.
  if (isCluster)
    return `if it does, ${NAME_AUTHORITY}, and the hosts as the certificates do; if it was started without, add ?tls=false`;
  return 'if it was started without, add ?tls=false';
}

const reach = (connections: Connections, longest: number): Promise<void> =>
  connections.call(longest, async (connection, left) => {
    const subscription = subscribe(connection, 0, left);
    try {
      await subscription.confirmed();
    } finally {
      subscription.end();
    }
  });

async function checkLog(end: LogEnd, reader: StreamReader, codec: Codec): Promise<void> {
  const last = await end.last();
  if (!last) return;
  fromStored(last, codec);
  toPosition(last.position);
  // Only reading a stream shows whether this version tells positions there.
  for (const event of (await inStream(reader, last)) ?? []) toPosition(event.position);
}

/** A stream that was deleted for good can be read no more; that is told when somebody asks for it. */
async function inStream(reader: StreamReader, { stream, revision }: ReadEvent) {
  try {
    return await reader.forwards(stream, revision, 1);
  } catch (error) {
    if (error instanceof Deleted) return undefined;
    throw error;
  }
}
