// One subscription to the log without the system's events, read in batches: only as fast as somebody asks.
import {
  excludeSystemEvents,
  START,
  type AllStreamSubscription,
  type KurrentDBClient,
  type RecordedEvent,
} from '@kurrent/kurrentdb-client';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Credentials } from './connection.js';
import { NoAnswer } from './failures.js';
import { jsonOf } from './stored-event.js';

export interface Arrived {
  readonly event: RecordedEvent;
  /** Its data as JSON text: made here, because only it tells how large the event is. */
  readonly json: string;
}

export interface LogSubscription {
  /** What is there, at least one event; undefined once it has ended. Throws what broke the subscription. */
  next(): Promise<readonly Arrived[] | undefined>;
  /** The server has begun, or it was ended before that. Throws what broke it. */
  confirmed(): Promise<void>;
  end(): void;
}

/** As much as the SQLite store gives at once: a projector writes each batch in one transaction. */
const BATCH_EVENTS = 1_000;
const BATCH_CHARACTERS = 4 * 1024 * 1024;

// The server tells how far it is after so many times 32 events, its own among them. Nobody needs to know.
const CHECKPOINTS = 1_000;

interface Subscriber {
  readonly client: KurrentDBClient;
  readonly credentials: Credentials | undefined;
  /** Milliseconds within which the server has to confirm that it has begun. */
  readonly answerWithin: number;
}

export function subscribe({ client, credentials, answerWithin }: Subscriber, after: number): LogSubscription {
  const at = BigInt(after);
  const subscription = client.subscribeToAll({
    fromPosition: after === 0 ? START : { commit: at, prepare: at },
    filter: excludeSystemEvents({ checkpointInterval: CHECKPOINTS }),
    credentials,
  });
  let failure: Error | undefined;
  let ended = false;
  let wake = () => {};
  let begun = () => {};
  const confirmed = new Promise<void>((resolve) => (begun = resolve));
  const fail = (error: Error) => {
    failure ??= error;
    begun();
    wake();
  };
  const late = setTimeout(() => fail(new NoAnswer(`no answer within ${answerWithin} ms`)), answerWithin);
  subscription
    .on('confirmation', () => begun())
    .on('readable', () => wake())
    .on('end', () => fail(new NoAnswer('the subscription ended')))
    .on('error', fail);

  return {
    async confirmed() {
      await confirmed;
      clearTimeout(late);
      if (failure) throw failure;
    },
    async next() {
      const batch: Arrived[] = [];
      for (let seen = -1; seen < batch.length && !isFull(batch);) {
        if (ended) return undefined;
        seen = batch.length;
        take(subscription, batch);
        if (batch.length > 0) await nextTurn();
        else if (failure) throw failure;
        else {
          await new Promise<void>((resolve) => (wake = resolve));
          seen = -1;
        }
      }
      return ended ? undefined : batch;
    },
    end() {
      ended = true;
      begun();
      wake();
      // It may have failed before it began.
      subscription.unsubscribe().catch(() => {});
      subscription.destroy();
    },
  };
}

const charactersOf = (batch: readonly Arrived[]): number =>
  batch.reduce((sum, { json }) => sum + json.length, 0);

const isFull = (batch: readonly Arrived[]): boolean =>
  batch.length >= BATCH_EVENTS || charactersOf(batch) >= BATCH_CHARACTERS;

/** What has arrived. While nobody takes anything, the client's small buffers fill up, and the server waits. */
function take(subscription: AllStreamSubscription, batch: Arrived[]): void {
  let characters = charactersOf(batch);
  while (batch.length < BATCH_EVENTS && characters < BATCH_CHARACTERS) {
    const resolved = subscription.read() as { event?: RecordedEvent } | null;
    if (!resolved) return;
    if (!resolved.event) continue;
    const json = jsonOf(resolved.event);
    characters += json.length;
    batch.push({ event: resolved.event, json });
  }
}
