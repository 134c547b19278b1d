// Collection `calls`: one document per open call or mail.
import type { CallProgress } from '#domain/call/call-events.js';
import type { Metadata } from '#domain/event.js';

/** By an admin. */
export interface SkippedCall {
  readonly by: string;
  readonly commandLine?: NonNullable<Metadata['commandLine']>;
  readonly at: string;
  readonly reason: string;
}

/** Daybook failed to process the call: it rests until an admin decides. */
interface UndecidedCall {
  /** ISO 8601. */
  readonly at: string;
  readonly error: string;
}

export interface WaitingCall {
  /** Of the requesting event; also the idempotency key. */
  readonly id: string;
  readonly position: number;
  readonly application: string;
  readonly entity: string;
  readonly record: string;
  readonly call: string;
  /** null: not recorded. */
  readonly specification: number | null;
  readonly after: readonly string[];
  readonly progress: CallProgress;
  /** true: Daybook acts next; false: a person decides. */
  readonly open: boolean;
  /** When Daybook acts next: ISO 8601. */
  readonly due: string;
  readonly requestedAt: string;
  readonly changedAt: string;
  readonly why: string | null;
  /** Code of the error catalogue. */
  readonly error: string | null;
  readonly skipped?: SkippedCall;
  readonly undecided?: UndecidedCall;
}

export const CALLS_COLLECTION = 'calls';
