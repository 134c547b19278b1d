// What comes of an attempt.
import type { Response } from '#specification/model/call.js';

export interface CallAnswer {
  /** null: a mail was taken. */
  readonly response: Response | null;
  /** The body as it came. */
  readonly text: string;
  /** true: a mail that did not leave. */
  readonly kept?: true;
  /** Addresses that the server for mail did not take, where it took others. */
  readonly rejected?: readonly string[];
}

export interface FailedAttempt {
  readonly why: string;
  /** true: trying again would find the same. */
  readonly forGood?: boolean;
  /** true: it says something about the other side, and not about this call. */
  readonly host?: boolean;
  /** Milliseconds for which the other side does not want to be asked. */
  readonly notBefore?: number;
}

export type AttemptOutcome = { readonly answered: CallAnswer } | { readonly failed: FailedAttempt };

/** Whoever runs Daybook has left something out: once it is there, it goes on. */
export class MissingSetupError extends Error {
  override readonly name = 'NotSetUp';
}
