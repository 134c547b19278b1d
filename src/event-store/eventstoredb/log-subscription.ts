// One subscription to the log without the system's streams, read in batches: only as fast as somebody asks.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { messageIn, type ReadEvent } from './grpc-client.js';
import type { ServerConnection } from './server-connection.js';
import { asFailure, NoAnswer, NoTimelyAnswer } from './server-errors.js';

export interface ArrivedEvents {
  readonly found: readonly ReadEvent[];
  /** Everything up to here has come, also where none of it was for us. */
  readonly upTo: number;
}

export interface LogSubscription {
  /** What is there, at least an event or how far the server has looked; undefined once it has ended. Throws what broke it. */
  next(): Promise<ArrivedEvents | undefined>;
  /** The server has begun, or it was ended before that. Throws what broke it. */
  confirmed(): Promise<void>;
  end(): void;
}

/** As much as the SQLite store gives at once: a projector writes each batch in one transaction. */
const BATCH_EVENTS = 1_000;
/** As JSON: what a batch takes in memory is bounded, too. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;

/** `answerWithin`: milliseconds within which the server has to confirm that it has begun. */
export function subscribe(
  connection: ServerConnection,
  after: number,
  answerWithin: number,
): LogSubscription {
  const { source, cancel } = connection.follow(after);
  let failure: Error | undefined;
  let ended = false;
  let wake = () => {};
  let begun = () => {};
  const confirmed = new Promise<void>((resolve) => (begun = resolve));
  const fail = (error: unknown) => {
    failure ??= asFailure(error);
    begun();
    wake();
  };
  const late = setTimeout(() => fail(new NoTimelyAnswer(answerWithin)), answerWithin);
  source
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
      const batch = new ArrivedBatch(after);
      for (let seen = -1; seen < batch.taken && !batch.isFull;) {
        if (ended) return undefined;
        seen = batch.taken;
        batch.take(source);
        if (batch.taken > 0) await nextTurn();
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
      clearTimeout(late);
      begun();
      wake();
      void cancel();
    },
  };
}

class ArrivedBatch implements ArrivedEvents {
  readonly found: ReadEvent[] = [];
  /** Messages of which it is made. */
  taken = 0;
  private characters = 0;
  constructor(public upTo: number) {}

  get isFull(): boolean {
    return this.taken >= BATCH_EVENTS || this.characters >= BATCH_CHARACTERS;
  }

  /** What has arrived. While nobody takes anything, our small buffers fill up, and the server waits. */
  take(source: Readable): void {
    while (!this.isFull) {
      const found: unknown = source.read();
      if (found === null) return;
      const message = messageIn(found);
      if (!message) continue;
      this.taken++;
      // Beyond what we can count it is told elsewhere.
      if ('lookedTo' in message) this.upTo = Math.max(this.upTo, Number(message.lookedTo));
      if (!('revision' in message)) continue;
      this.upTo = Math.max(this.upTo, Number(message.position ?? 0));
      this.characters += JSON.stringify([message.data, message.metadata]).length;
      this.found.push(message);
    }
  }
}
