// The whole log, history then live: subscribes again behind what has come, when a connection breaks.
import type { RecordedEvent } from '#domain/event.js';
import type { Codec } from '../event-codec.js';
import { LogReplaced, type EventStore, type EventReference } from '../event-store.js';
import type { ReadEvent } from './grpc-client.js';
import type { Connections } from './connection-manager.js';
import { translateServerError, mayPass, NoEventThere } from './server-errors.js';
import { pause, waitBefore, within, type Timing } from './retry-until-deadline.js';
import type { Server } from './describe-missing-right.js';
import { fromStored } from './convert-events.js';
import { createStreamReader } from './stream-reader.js';
import { subscribe } from './log-subscription.js';

interface LogFollowerParts extends Server {
  readonly connections: Connections;
  readonly codec: Codec;
  readonly timing: Timing;
  /** Told of every event that is not Daybook's, and left out. */
  readonly onForeign: (found: ReadEvent) => void;
  /** Asked after each break for the last event that was handed on: the server may have come back with another log. */
  readonly has: EventStore['has'];
}

/** Ends quietly when the signal aborts. Throws `DamagedEvent`, `LogReplaced`, and `EventStoreUnavailable` once the server has been away for too long. */
export async function* followLog(
  parts: LogFollowerParts,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent[]> {
  const place: LogCursor = { after };
  let awaySince: number | undefined;
  const isBack = async () => {
    const { last } = place;
    if (last && !(await parts.has(last))) throw new LogReplaced(lacking(parts.shown, last));
    awaySince = undefined;
  };
  for (let attempts = 0; !signal.aborted; attempts++) {
    try {
      for await (const batch of subscribed(parts, place, signal, isBack)) {
        attempts = 0;
        yield batch;
      }
    } catch (error) {
      if (error instanceof LogReplaced) throw error;
      awaySince ??= performance.now();
      // A server that is in trouble itself says the same as one whose log has no event there.
      const isElsewhere = error instanceof NoEventThere;
      const goOn = (mayPass(error) || isElsewhere) && performance.now() - awaySince < parts.timing.patience;
      if (!goOn && !signal.aborted)
        throw isElsewhere
          ? new LogReplaced(noEventAt(parts.shown, place.after))
          : translateServerError(error, parts);
      await pause(waitBefore(attempts), signal);
    }
  }
}

const noEventAt = (shown: string, position: number) =>
  `The log in EventStoreDB at ${shown} has no event at position ${position}, up to which it was read before.`;

const lacking = (shown: string, { position, stream, version }: EventReference) =>
  `The log in EventStoreDB at ${shown} lacks event ${position} (${stream}, version ${version}), which was there before.`;

/** How far the log was read, and the last event that was handed on. */
interface LogCursor {
  after: number;
  last?: EventReference;
}

/** Until the signal aborts; moves `place` on. Throws what breaks it. */
async function* subscribed(
  { connections, codec, timing, onForeign }: LogFollowerParts,
  place: LogCursor,
  signal: AbortSignal,
  begun: () => Promise<void>,
): AsyncGenerator<readonly RecordedEvent[]> {
  const { answerWithin } = timing;
  const reader = createStreamReader(connections, { answerWithin, patience: answerWithin });
  const from = await reader.resumePoint(place.after);
  const connection = await within(answerWithin, connections.current());
  const subscription = subscribe(connection, from, answerWithin);
  const end = () => subscription.end();
  signal.addEventListener('abort', end);
  try {
    if (signal.aborted) return;
    await subscription.confirmed();
    await begun();
    for (let come = await subscription.next(); come && !signal.aborted; come = await subscription.next()) {
      const { events, damaged } = decoded(come.found, codec, onForeign);
      if (events.length > 0) {
        place.last = events.at(-1)!;
        place.after = place.last.position;
        yield events;
      }
      if (damaged) throw damaged;
      place.after = come.upTo;
    }
  } catch (error) {
    connections.leaveAfter(error, connection);
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

interface DecodedBatch {
  readonly events: readonly RecordedEvent[];
  /** What follows them cannot be read. */
  readonly damaged: Error | undefined;
}

function decoded(
  found: readonly ReadEvent[],
  codec: Codec,
  onForeign: (found: ReadEvent) => void,
): DecodedBatch {
  const events: RecordedEvent[] = [];
  try {
    for (const each of found) {
      const event = fromStored(each, codec, { withDigest: true });
      if (event) events.push(event);
      else onForeign(each);
    }
    return { events, damaged: undefined };
  } catch (error) {
    return { events, damaged: error as Error };
  }
}
