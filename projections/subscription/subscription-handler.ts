// Port of subscription handlers, such as projections, the outbox and timers.
import type { RecordedEvent } from '#domain/event.js';

/** What stops a subscription. */
export interface SubscriptionFailure {
  readonly error: Error;
  /** The failing event; undefined: the handler's own data are broken. */
  readonly event?: Pick<RecordedEvent, 'position' | 'id' | 'type'>;
}

/** What a handler does with or without the lease. */
export interface HandlerRole {
  /** Of the last handled event; the log is followed from there. */
  readonly position: number;
  /** Prepares the role. Called before following, and again after each failure. */
  begin(): Promise<void>;
  /** Handles events in order. Returns the failure of the first that cannot be handled. */
  take(events: readonly RecordedEvent[], signal: AbortSignal): Promise<SubscriptionFailure | undefined>;
  /** Handles irrelevant events at once: true. Called only while idle. */
  passIfIrrelevant?(events: readonly RecordedEvent[]): boolean;
  /** Everything in the log is handled. */
  onCaughtUp?(): Promise<void>;
}

export interface SubscriptionHandler {
  /** Key of its skipped events and failures. */
  readonly name: string;
  /** Increase when events are handled differently: skips of older versions no longer count. */
  readonly version: number;
  /** For the lease holder. */
  readonly leading: HandlerRole;
  /** For all other processes. */
  readonly following: HandlerRole;
  /** Called after a failure, before the retry. */
  recover?(error: unknown): Promise<void>;
  /** Called when following ends: does deferred work. */
  finish?(): Promise<void>;
  /** Message where no process holds the lease. */
  readonly orphanedMessage: string;
  /** What stopped, and the consequence, for administrators. */
  readonly interruption: { readonly what: string; readonly follows: string };
}
