import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { toLogReadMessage, type ReadEvent } from './grpc-client.js';
import type { ServerConnection } from './server-connection.js';
import { toServerError, ServerUnresponsive, ServerTimeout } from './server-errors.js';

export interface ReceivedEvents {
  readonly found: readonly ReadEvent[];
  /** Includes skipped events. */
  readonly upTo: number;
}

export interface LogSubscription {
  /** undefined: ended. Throws what broke it. */
  readBatch(): Promise<ReceivedEvents | undefined>;
  /** Throws what broke it. */
  waitForConfirmation(): Promise<void>;
  end(): void;
}

const BATCH_EVENTS = 1_000;
/** Bounds the memory of a batch. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;

export function subscribeToLog(
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
  const timer = setTimeout(() => fail(new ServerTimeout(answerWithin)), answerWithin);
  source
    .on('confirmation', () => confirm())
    .on('readable', () => wake())
    .on('end', () => fail(new ServerUnresponsive('the subscription ended')))
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
      // Nothing reads it any more.
      cancel().catch(() => {});
    },
  };
}

class ArrivedBatch implements ReceivedEvents {
  readonly found: ReadEvent[] = [];
  taken = 0;
  private characters = 0;
  constructor(public upTo: number) {}

  get isFull(): boolean {
    return this.taken >= BATCH_EVENTS || this.characters >= BATCH_CHARACTERS;
  }

  /** Unread messages fill small buffers, so the server waits. */
  take(source: Readable): void {
    while (!this.isFull) {
      const found: unknown = source.read();
      if (found === null) return;
      const message = toLogReadMessage(found);
      if (!message) continue;
      this.taken++;
      if ('searchedTo' in message) this.upTo = Math.max(this.upTo, Number(message.searchedTo));
      if (!('revision' in message)) continue;
      this.upTo = Math.max(this.upTo, Number(message.position ?? 0));
      this.characters += JSON.stringify([message.data, message.metadata]).length;
      this.found.push(message);
    }
  }
}
