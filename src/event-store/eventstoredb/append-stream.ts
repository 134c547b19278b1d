// Appends to one node share one call (BatchAppend): each is answered by itself, and what ends the call ends all of them.
import { randomUUID } from 'node:crypto';
import { appendAnswerIn, type AppendAnswer } from './append-answers.js';
import type { AnswerListener } from './grpc.js';
import { append, type StreamAppend } from './requests.js';

interface AppendWaiter {
  readonly resolve: (answer: AppendAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A call that stays open. */
interface SharedAppendCall {
  send(message: Uint8Array): void;
  /** Nothing more is told. */
  cancel(): void;
}

/** Bytes. What weighs more has a call of its own: a message that is too large for the server ends the call it came in. */
const LARGEST_SHARED = 1024 * 1024;

export interface PendingAppend {
  /** Fails with what the server answers, or with what has ended the call: then it may have been written. */
  readonly answer: Promise<AppendAnswer>;
  /** Nobody waits for it any more. */
  forget(): void;
}

export class AppendStream {
  private readonly asked = new Map<string, AppendWaiter>();
  private call: SharedAppendCall | undefined;

  constructor(private readonly open: (answers: AnswerListener) => SharedAppendCall) {}

  /** Throws where the connection has broken. */
  append(events: StreamAppend): PendingAppend {
    const correlation = randomUUID();
    const message = append(correlation, events);
    if (message.length <= LARGEST_SHARED) return this.ask(correlation, message);
    const own = new AppendStream(this.open);
    const { answer } = own.ask(correlation, message);
    return { answer, forget: () => own.call?.cancel() };
  }

  private ask(correlation: string, message: Uint8Array): PendingAppend {
    this.call ??= this.begin();
    this.call.send(message);
    const answer = new Promise<AppendAnswer>((resolve, reject) => {
      this.asked.set(correlation, { resolve, reject });
    });
    return { answer, forget: () => void this.asked.delete(correlation) };
  }

  private begin(): SharedAppendCall {
    const end = (why: Error) => {
      this.call = undefined;
      const asked = [...this.asked.values()];
      this.asked.clear();
      for (const { reject } of asked) reject(why);
    };
    return this.open({
      message: (bytes) => this.answered(bytes),
      end: () => end(new Error('the connection broke')),
      failed: end,
    });
  }

  private answered(bytes: Uint8Array): void {
    const { correlation, answer } = appendAnswerIn(bytes);
    const asked = this.asked.get(correlation);
    this.asked.delete(correlation);
    if (answer instanceof Error) asked?.reject(answer);
    else asked?.resolve(answer);
  }
}
