import type { EventCodec } from '../event-codec.js';
import { EventStoreUnavailable, EventStoreUnusable } from '../event-store.js';
import type { ServerAddress } from './connection-string.js';
import type { ReadEvent } from './grpc-client.js';
import type { LogEndFinder } from './log-end-finder.js';
import {
  StreamDeletedError,
  ServerAccessDenied,
  describeAccessDenial,
  isServerError,
  isTransientServerError,
  NOT_TLS_REASON,
  ServerTimeout,
  UnsupportedEventLog,
} from './server-errors.js';
import { retryUntilDeadline, type RetryTiming } from './retry-until-deadline.js';
import type { ServerAccount } from './describe-missing-right.js';
import { assertServerRights } from './check-rights.js';
import { toRecordedEvent, toLogPosition } from './convert-events.js';
import { createStreamReader, type StreamReader } from './stream-reader.js';
import { subscribeToLog } from './log-subscription.js';
import type { ConnectionManager } from './connection-manager.js';

interface ServerCheckOptions {
  readonly address: ServerAddress;
  readonly server: ServerAccount;
  readonly connections: ConnectionManager;
  readonly end: LogEndFinder;
  readonly codec: EventCodec;
  readonly isForWriting: boolean;
  readonly timing: RetryTiming;
}

/** Throws `EventStoreUnusable`, `DamagedEventError`, or `EventStoreUnavailable` after `retryFor`. */
export async function assertEventStoreDbUsable({
  address,
  server,
  connections,
  end,
  codec,
  isForWriting,
  timing,
}: ServerCheckOptions): Promise<void> {
  const { displayUrl } = address;
  try {
    await retryUntilDeadline(timing, (longest) => subscribeOnce(connections, longest));
    await assertServerRights(connections, timing, isForWriting);
    const { retryFor, answerWithin } = timing;
    await checkLastEvent(end, createStreamReader(connections, { retryFor: retryFor, answerWithin }), codec);
  } catch (error) {
    if (error instanceof UnsupportedEventLog) throw new EventStoreUnusable(error.message, { cause: error });
    if (error instanceof ServerAccessDenied)
      throw new EventStoreUnusable(describeAccessDenial(error, server), { cause: error });
    if (!isServerError(error)) throw error;
    if (!isTransientServerError(error))
      throw new EventStoreUnusable(
        `EventStoreDB at ${displayUrl} cannot be used (${error.message}). ` +
          'Check that host and port are those of an EventStoreDB or KurrentDB, of version 23.10 or later.',
        { cause: error },
      );
    throw new EventStoreUnavailable(
      `EventStoreDB at ${displayUrl} cannot be reached (${error.message}). ${suggestRemedy(address, error)}`,
      { cause: error },
    );
  }
}

function suggestRemedy(address: ServerAddress, error: Error): string {
  if (error instanceof ServerTimeout)
    return (
      'It says nothing at all: check whether it hangs or is only starting (its own log tells), that host and port are right, ' +
      'and that no firewall or proxy in between keeps what is sent to itself.'
    );
  return `Check that it runs, that host and port are right, and whether it speaks TLS: ${suggestTlsRemedy(address, error)}.`;
}

const CERTIFICATE_ERROR = /certificate|altnames|self.signed|CERT|SSL|TLS/i;

const NAME_AUTHORITY = 'name the authority of its certificate with ?tlsCAFile=PATH';

function suggestTlsRemedy({ tls, isCluster }: ServerAddress, { message }: Error): string {
  if (!tls) return 'it is asked without, so if it was started with TLS, leave ?tls=false out';
  if (message !== NOT_TLS_REASON && CERTIFICATE_ERROR.test(message))
    return `${NAME_AUTHORITY}, and the host as the certificate does`;
  // The package does not say why no node of a cluster answered.
  if (isCluster)
    return `if it does, ${NAME_AUTHORITY}, and the hosts as the certificates do; if it was started without, add ?tls=false`;
  return 'if it was started without, add ?tls=false';
}

const subscribeOnce = (connections: ConnectionManager, longest: number): Promise<void> =>
  connections.call(longest, async (connection, left) => {
    const subscription = subscribeToLog(connection, 0, left);
    try {
      await subscription.waitForConfirmation();
    } finally {
      subscription.end();
    }
  });

async function checkLastEvent(end: LogEndFinder, reader: StreamReader, codec: EventCodec): Promise<void> {
  const last = await end.findLastEvent();
  if (!last) return;
  toRecordedEvent(last, codec);
  toLogPosition(last.position);
  // Only reading a stream shows whether this server version reports positions.
  for (const event of (await readInStream(reader, last)) ?? []) toLogPosition(event.position);
}

/** A deleted stream cannot be read; that is reported when it is used. */
async function readInStream(reader: StreamReader, { stream, revision }: ReadEvent) {
  try {
    return await reader.readForwards(stream, revision, 1);
  } catch (error) {
    if (error instanceof StreamDeletedError) return undefined;
    throw error;
  }
}
