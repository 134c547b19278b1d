// The whole log, history then live: subscribes again after the last event that was handed on, when a connection breaks.
import type { KurrentDBClient } from '@kurrent/kurrentdb-client';
import type { Recorded } from '../../domain/event.js';
import type { Codec } from '../codec.js';
import type { Connection } from './connection.js';
import { inOurWords, mayPass } from './failures.js';
import { pause, waitBefore, type Timing } from './patience.js';
import { fromStored } from './stored-event.js';
import { subscribe } from './subscription.js';

interface Parts {
  readonly connection: Connection;
  readonly client: KurrentDBClient;
  readonly codec: Codec;
  readonly timing: Timing;
}

/** Ends quietly when the signal aborts. Throws `EventStoreUnavailable` once the server has been away for too long. */
export async function* followLog(
  parts: Parts,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly Recorded[]> {
  let position = after;
  let awaySince: number | undefined;
  const isBack = () => (awaySince = undefined);
  for (let attempts = 0; !signal.aborted; attempts++) {
    try {
      for await (const batch of subscribed(parts, position, signal, isBack)) {
        attempts = 0;
        position = batch.at(-1)!.position;
        yield batch;
      }
    } catch (error) {
      awaySince ??= performance.now();
      const goOn = mayPass(error) && performance.now() - awaySince < parts.timing.patience;
      if (!goOn && !signal.aborted) throw inOurWords(error, parts.connection.shown);
      await pause(waitBefore(attempts), signal);
    }
  }
}

/** Until the signal aborts. Throws what breaks it. */
async function* subscribed(
  { client, connection, codec, timing }: Parts,
  after: number,
  signal: AbortSignal,
  begun: () => void,
): AsyncGenerator<readonly Recorded[]> {
  const subscription = subscribe(
    { client, credentials: connection.credentials, answerWithin: timing.answerWithin },
    after,
  );
  const end = () => subscription.end();
  signal.addEventListener('abort', end);
  try {
    await subscription.confirmed();
    begun();
    for (let batch = await subscription.next(); batch && !signal.aborted; batch = await subscription.next())
      yield batch.map(({ event, json }) => fromStored(event, codec, json));
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}
