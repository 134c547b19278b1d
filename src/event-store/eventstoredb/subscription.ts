// One subscription to the log without the system's streams, read in batches: only as fast as somebody asks.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAnswerIn, type ReadEvent, type ReadAnswer } from './answers.js';
import { asFailure, NoAnswer, NoTimelyAnswer } from './failures.js';
import type { AnswerListener, GrpcCall } from './grpc.js';
import type { ClusterNode } from './node.js';
import { subscribeAfter } from './requests.js';

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
const BATCH_BYTES = 4 * 1024 * 1024;

/** What comes in meanwhile: a server ends a subscription that takes too little at once. */
const WAITING_BYTES = 1024 * 1024;

/** `answerWithin`: milliseconds within which the server has to confirm that it has begun. */
export function subscribe(node: ClusterNode, after: number, answerWithin: number): LogSubscription {
  const waiting = new MessageBuffer();
  let call: GrpcCall | undefined;
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
  const answers: AnswerListener = {
    message(bytes) {
      // The confirmation comes first: or, of a server that does not send any, an event.
      begun();
      if (waiting.put(bytes)) call?.hold();
      wake();
    },
    end: () => fail(new NoAnswer('the subscription ended')),
    failed: fail,
  };
  try {
    call = node.read(subscribeAfter(after), { requiresLeader: false }, answers);
  } catch (error) {
    fail(error);
  }
  const read = () => waiting.take() ?? void call?.goOn();

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
        batch.take(read);
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
      call?.cancel();
    },
  };
}

/** What has come, and was not asked for yet. */
class MessageBuffer {
  private messages: Buffer[] = [];
  private next = 0;
  private bytes = 0;

  /** Returns whether that is enough. */
  put(message: Buffer): boolean {
    this.messages.push(message);
    this.bytes += message.length;
    return this.bytes >= WAITING_BYTES;
  }

  take(): ReadAnswer | undefined {
    const message = this.messages[this.next];
    if (!message) return undefined;
    this.bytes -= message.length;
    if (++this.next === this.messages.length) [this.messages, this.next] = [[], 0];
    return readAnswerIn(message);
  }
}

class ArrivedBatch implements ArrivedEvents {
  readonly found: ReadEvent[] = [];
  /** Answers that told something. */
  taken = 0;
  private bytes = 0;

  constructor(public upTo: number) {}

  get isFull(): boolean {
    return this.taken >= BATCH_EVENTS || this.bytes >= BATCH_BYTES;
  }

  /** What has arrived. While nobody takes anything, our small buffers fill up, and the server waits. */
  take(read: () => ReadAnswer | undefined): void {
    while (!this.isFull) {
      const answer = read();
      if (!answer) return;
      const { event, lookedTo } = answer;
      if (!event && lookedTo === undefined) continue;
      this.taken++;
      // Beyond what we can count it is told elsewhere.
      this.upTo = Math.max(this.upTo, Number(event?.position ?? lookedTo ?? 0));
      if (!event) continue;
      this.bytes += event.data.length + event.metadata.length;
      this.found.push(event);
    }
  }
}
