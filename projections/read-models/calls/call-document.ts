// Read model `calls`: collection `calls`, one document per call or mail that something is still to be done about.
import type { CallProgress } from '#domain/call/call-events.js';
import type { Metadata } from '#domain/event.js';

/** An admin's decision that a call is not made although it was requested. */
export interface SkippedCall {
  /** Id of the admin. */
  readonly by: string;
  readonly commandLine?: NonNullable<Metadata['commandLine']>;
  /** ISO 8601. */
  readonly at: string;
  readonly reason: string;
}

/** Daybook could not take what is stored about the call: it is left alone until an admin decides. */
interface UndecidedCall {
  /** ISO 8601. */
  readonly at: string;
  readonly error: string;
}

export interface WaitingCall {
  /** Of the event that asked for it: the idempotency key. */
  readonly id: string;
  readonly position: number;
  readonly application: string;
  readonly entity: string;
  /** Id of the record. */
  readonly record: string;
  /** Its name in section 7. */
  readonly call: string;
  /** Version of the specification it is made by; null: its event does not say. */
  readonly specification: number | null;
  readonly after: readonly string[];
  readonly progress: CallProgress;
  /** true: Daybook has something to do; false: somebody has to decide. */
  readonly open: boolean;
  /** When it is done: ISO 8601. */
  readonly due: string;
  readonly requestedAt: string;
  readonly changedAt: string;
  /** What went wrong last. */
  readonly why: string | null;
  /** Code of the catalogue that was raised. */
  readonly error: string | null;
  /** undefined: it was not skipped, or is tried again. */
  readonly skipped?: SkippedCall;
  /** undefined: it did not fail so, or was decided about. */
  readonly undecided?: UndecidedCall;
}

export const CALLS_COLLECTION = 'calls';
