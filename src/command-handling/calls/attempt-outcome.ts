import type { Response } from '#specification/model/call.js';

export interface CallAnswer {
  /** null for mails. */
  readonly response: Response | null;
  readonly text: string;
  /** true: a mail that is not sent. */
  readonly kept?: true;
  /** Recipients that the mail server refused. */
  readonly rejected?: readonly string[];
}

export interface FailedAttempt {
  readonly why: string;
  /** true: not retried. */
  readonly forGood?: boolean;
  /** true: the host failed, not this call. */
  readonly host?: boolean;
  /** Milliseconds, from Retry-After. */
  readonly notBefore?: number;
}

export type AttemptOutcome = { readonly answered: CallAnswer } | { readonly failed: FailedAttempt };

/** The call resumes once the setting is there. */
export class MissingSetupError extends Error {
  override readonly name = 'NotSetUp';
}
