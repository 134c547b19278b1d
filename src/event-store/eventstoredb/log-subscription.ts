// One subscription to the log without the system's streams, read in batches: only as fast as somebody asks.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { toLogMessage, type ReadEvent } from './grpc-client.js';
import type { ServerConnection } from './server-connection.js';
import { toServerError, NoAnswer, AnswerTimeout } from './server-errors.js';

export interface ArrivedEvents {
  readonly found: readonly ReadEvent[];
  /** Everything up to here has come, also where none of it was for us. */
  readonly upTo: number;
}

export interface LogSubscription {
  /** What is there, at least an event or how far the server has looked; undefined once it has ended. Throws what broke it. */
  readBatch(): Promise<ArrivedEvents | undefined>;
  /** The server has begun, or it was ended before that. Throws what broke it. */
  waitForConfirmation(): Promise<void>;
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
  let confirm = () => {};
  const confirmed = new Promise<void>((resolve) => (confirm = resolve));
  const fail = (error: unknown) => {
    failure ??= toServerError(error);
    confirm();
    wake();
  };
  const timer = setTimeout(() => fail(new AnswerTimeout(answerWithin)), answerWithin);
  source
    .on('confirmation', () => confirm())
    .on('readable', () => wake())
    .on('end', () => fail(new NoAnswer('the subscription ended')))
    .on('error', fail);

  return {
    async waitForConfirmation() {
      await confirmed;
      clearTimeout(timer);
      if (failure) throw failure;
    },
    async readBatch() {
      const batch = new ArrivedBatch(after);
      for (let before = -1; before < batch.taken && !batch.isFull;) {
        if (ended) return undefined;
        before = batch.taken;
        batch.take(source);
        if (batch.taken > 0) await nextTurn();
        else if (failure) throw failure;
        else {
          await new Promise<void>((resolve) => (wake = resolve));
          before = -1;
        }
      }
      return ended ? undefined : batch;
    },
    end() {
      ended = true;
      clearTimeout(timer);
      confirm();
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
      const message = toLogMessage(found);
      if (!message) continue;
      this.taken++;
      // Beyond what we can count it is told elsewhere.
      if ('searchedTo' in message) this.upTo = Math.max(this.upTo, Number(message.searchedTo));
      if (!('revision' in message)) continue;
      this.upTo = Math.max(this.upTo, Number(message.position ?? 0));
      this.characters += JSON.stringify([message.data, message.metadata]).length;
      this.found.push(message);
    }
  }
}
