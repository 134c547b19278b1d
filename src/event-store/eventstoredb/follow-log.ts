import type { RecordedEvent } from '#domain/event.js';
import type { EventCodec } from '../event-codec.js';
import { EventLogReplacedError, type EventStore, type RecordedEventReference } from '../event-store.js';
import type { ReadEvent } from './grpc-client.js';
import type { ConnectionManager } from './connection-manager.js';
import { translateServerError, isTransientServerError, NoEventAtPosition } from './server-errors.js';
import {
  sleepUnlessAborted,
  computeBackoff,
  withAnswerTimeout,
  type RetryTiming,
} from './retry-until-deadline.js';
import type { ServerAccount } from './describe-missing-right.js';
import { toRecordedEvent } from './convert-events.js';
import { createStreamReader } from './stream-reader.js';
import { subscribeToLog } from './log-subscription.js';

interface LogFollowerOptions extends ServerAccount {
  readonly connections: ConnectionManager;
  readonly codec: EventCodec;
  readonly timing: RetryTiming;
  readonly onForeign: (found: ReadEvent) => void;
  /** Checked after each break: the server may have returned with another log. */
  readonly has: EventStore['has'];
}

/** Throws `DamagedEventError`, `EventLogReplacedError`, and `EventStoreUnavailable` after `retryFor`. */
export async function* followLog(
  parts: LogFollowerOptions,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent[]> {
  const cursor: LogCursor = { after };
  let unavailableSince: number | undefined;
  const verifyLog = async () => {
    const { last } = cursor;
    if (last && !(await parts.has(last)))
      throw new EventLogReplacedError(describeMissingEvent(parts.displayUrl, last));
    unavailableSince = undefined;
  };
  for (let attempts = 0; !signal.aborted; attempts++) {
    try {
      for await (const batch of readSubscription(parts, cursor, signal, verifyLog)) {
        attempts = 0;
        yield batch;
      }
    } catch (error) {
      if (error instanceof EventLogReplacedError) throw error;
      unavailableSince ??= performance.now();
      // A failing server reports the same error as an empty position.
      const isElsewhere = error instanceof NoEventAtPosition;
      const goOn =
        (isTransientServerError(error) || isElsewhere) &&
        performance.now() - unavailableSince < parts.timing.retryFor;
      if (!goOn && !signal.aborted)
        throw isElsewhere
          ? new EventLogReplacedError(describeMissingPosition(parts.displayUrl, cursor.after))
          : translateServerError(error, parts);
      await sleepUnlessAborted(computeBackoff(attempts), signal);
    }
  }
}

const describeMissingPosition = (shown: string, position: number) =>
  `The log in EventStoreDB at ${shown} has no event at position ${position}, up to which it was read before.`;

const describeMissingEvent = (shown: string, { position, stream, version }: RecordedEventReference) =>
  `The log in EventStoreDB at ${shown} lacks event ${position} (${stream}, version ${version}), which was there before.`;

interface LogCursor {
  after: number;
  last?: RecordedEventReference;
}

/** Throws what ends the subscription. */
async function* readSubscription(
  { connections, codec, timing, onForeign }: LogFollowerOptions,
  cursor: LogCursor,
  signal: AbortSignal,
  onConfirmed: () => Promise<void>,
): AsyncGenerator<readonly RecordedEvent[]> {
  const { answerWithin } = timing;
  const reader = createStreamReader(connections, { answerWithin, retryFor: answerWithin });
  const from = await reader.findResumePosition(cursor.after);
  const connection = await withAnswerTimeout(answerWithin, connections.getConnection());
  const subscription = subscribeToLog(connection, from, answerWithin);
  const end = () => subscription.end();
  signal.addEventListener('abort', end);
  try {
    if (signal.aborted) return;
    await subscription.waitForConfirmation();
    await onConfirmed();
    for (
      let arrived = await subscription.readBatch();
      arrived && !signal.aborted;
      arrived = await subscription.readBatch()
    ) {
      const { events, damaged } = decodeBatch(arrived.found, codec, onForeign);
      if (events.length > 0) {
        cursor.last = events.at(-1)!;
        cursor.after = cursor.last.position;
        yield events;
      }
      if (damaged) throw damaged;
      cursor.after = arrived.upTo;
    }
  } catch (error) {
    connections.retireAfter(error, connection);
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

interface DecodedBatch {
  readonly events: readonly RecordedEvent[];
  readonly damaged: Error | undefined;
}

function decodeBatch(
  found: readonly ReadEvent[],
  codec: EventCodec,
  onForeign: (found: ReadEvent) => void,
): DecodedBatch {
  const events: RecordedEvent[] = [];
  try {
    for (const each of found) {
      const event = toRecordedEvent(each, codec, { withDigest: true });
      if (event) events.push(event);
      else onForeign(each);
    }
    return { events, damaged: undefined };
  } catch (error) {
    return { events, damaged: error as Error };
  }
}
