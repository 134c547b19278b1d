// One subscription to the log without system streams, read in batches with back-pressure.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { toLogMessage, type ReadEvent } from './grpc-client.js';
import type { ServerConnection } from './server-connection.js';
import { toServerError, NoAnswer, AnswerTimeout } from './server-errors.js';

export interface ArrivedEvents {
  readonly found: readonly ReadEvent[];
  /** Everything up to here was delivered, including skipped events. */
  readonly upTo: number;
}

export interface LogSubscription {
  /** At least one event or checkpoint; undefined: ended. Throws what broke it. */
  readBatch(): Promise<ArrivedEvents | undefined>;
  /** Resolves when the server has confirmed the subscription, or it was ended. Throws what broke it. */
  waitForConfirmation(): Promise<void>;
  end(): void;
}

/** As in the SQLite store: a projector writes each batch in one transaction. */
const BATCH_EVENTS = 1_000;
/** JSON characters: bounds the memory of a batch. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;

/** `answerWithin`: milliseconds for the server's confirmation. */
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
  /** Number of messages taken. */
  taken = 0;
  private characters = 0;
  constructor(public upTo: number) {}

  get isFull(): boolean {
    return this.taken >= BATCH_EVENTS || this.characters >= BATCH_CHARACTERS;
  }

  /** Takes what has arrived. Unread messages fill small buffers, and the server waits. */
  take(source: Readable): void {
    while (!this.isFull) {
      const found: unknown = source.read();
      if (found === null) return;
      const message = toLogMessage(found);
      if (!message) continue;
      this.taken++;
      // Positions beyond safe integers are reported elsewhere.
      if ('searchedTo' in message) this.upTo = Math.max(this.upTo, Number(message.searchedTo));
      if (!('revision' in message)) continue;
      this.upTo = Math.max(this.upTo, Number(message.position ?? 0));
      this.characters += JSON.stringify([message.data, message.metadata]).length;
      this.found.push(message);
    }
  }
}
