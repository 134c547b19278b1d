// Appends to one node share one call (BatchAppend): each is answered by itself, and what ends the call ends all of them.
import { randomUUID } from 'node:crypto';
import { appendAnswerIn, type AppendAnswer } from './append-answers.js';
import type { Answers } from './grpc.js';
import { append, type StreamAppend } from './requests.js';

interface Asked {
  readonly resolve: (answer: AppendAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Sends one more message of a call that stays open. */
type Send = (message: Uint8Array) => void;

export interface Pending {
  /** Fails with what the server answers, or with what has ended the call: then it may have been written. */
  readonly answer: Promise<AppendAnswer>;
  /** Nobody waits for it any more. */
  forget(): void;
}

export class AppendStream {
  private readonly asked = new Map<string, Asked>();
  private send: Send | undefined;

  constructor(private readonly open: (answers: Answers) => Send) {}

  /** Throws where the connection has broken. */
  append(events: StreamAppend): Pending {
    const correlation = randomUUID();
    this.send ??= this.begin();
    this.send(append(correlation, events));
    const answer = new Promise<AppendAnswer>((resolve, reject) => {
      this.asked.set(correlation, { resolve, reject });
    });
    return { answer, forget: () => void this.asked.delete(correlation) };
  }

  private begin(): Send {
    const end = (why: Error) => {
      this.send = undefined;
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
