// The whole log, history then live: subscribes again behind what has come, when a connection breaks.
import type { Recorded } from '../../domain/event.js';
import type { Codec } from '../codec.js';
import type { Found } from './answers.js';
import type { Cluster } from './cluster.js';
import { inOurWords, isWorthAnotherConnection, mayPass } from './failures.js';
import { pause, waitBefore, within, type Timing } from './patience.js';
import { fromStored } from './stored-event.js';
import { subscribe } from './subscription.js';

interface Parts {
  readonly cluster: Cluster;
  /** For messages. */
  readonly shown: string;
  readonly codec: Codec;
  readonly timing: Timing;
  /** Told of every event that is not Daybook's, and left out. */
  readonly onForeign: (found: Found) => void;
}

/** Ends quietly when the signal aborts. Throws `DamagedEvent`, and `EventStoreUnavailable` once the server has been away for too long. */
export async function* followLog(
  parts: Parts,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly Recorded[]> {
  const place = { after };
  let awaySince: number | undefined;
  const isBack = () => (awaySince = undefined);
  for (let attempts = 0; !signal.aborted; attempts++) {
    try {
      for await (const batch of subscribed(parts, place, signal, isBack)) {
        attempts = 0;
        yield batch;
      }
    } catch (error) {
      awaySince ??= performance.now();
      const goOn = mayPass(error) && performance.now() - awaySince < parts.timing.patience;
      if (!goOn && !signal.aborted) throw inOurWords(error, parts);
      await pause(waitBefore(attempts), signal);
    }
  }
}

/** Until the signal aborts; moves `place` on. Throws what breaks it. */
async function* subscribed(
  { cluster, codec, timing, onForeign }: Parts,
  place: { after: number },
  signal: AbortSignal,
  begun: () => void,
): AsyncGenerator<readonly Recorded[]> {
  const node = await within(timing.answerWithin, cluster.node());
  const subscription = subscribe(node, place.after, timing.answerWithin);
  const end = () => subscription.end();
  signal.addEventListener('abort', end);
  try {
    if (signal.aborted) return;
    await subscription.confirmed();
    begun();
    for (let come = await subscription.next(); come && !signal.aborted; come = await subscription.next()) {
      const { events, damaged } = decoded(come.found, codec, onForeign);
      if (events.length > 0) {
        place.after = events.at(-1)!.position;
        yield events;
      }
      if (damaged) throw damaged;
      place.after = come.upTo;
    }
  } catch (error) {
    if (isWorthAnotherConnection(error)) cluster.leave(node, error);
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

interface Decoded {
  readonly events: readonly Recorded[];
  /** What follows them cannot be read. */
  readonly damaged: Error | undefined;
}

function decoded(found: readonly Found[], codec: Codec, onForeign: (found: Found) => void): Decoded {
  const events: Recorded[] = [];
  try {
    for (const each of found) {
      const event = fromStored(each, codec);
      if (event) events.push(event);
      else onForeign(each);
    }
    return { events, damaged: undefined };
  } catch (error) {
    return { events, damaged: error as Error };
  }
}
