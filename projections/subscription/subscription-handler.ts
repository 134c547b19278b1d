// What somebody who follows the log does with it. A projection is one such handler; others keep what is due, or send.
import type { RecordedEvent } from '#domain/event.js';

/** What cannot be got past. */
export interface Failure {
  readonly error: Error;
  /** The event that broke it; undefined: what the handler keeps is itself broken. */
  readonly event?: Pick<RecordedEvent, 'position' | 'id' | 'type'>;
}

/** What a handler does while this process holds the lease, or while another one does. */
export interface HandlerRole {
  /** Of the last event that it is through with: the log is followed from behind it. */
  readonly position: number;
  /** Makes ready what it needs. Called before the log is followed, and again whenever something was in its way. */
  begin(): Promise<void>;
  /** Deals with events, in their order. The failure of the first that it cannot deal with; all before that are dealt with. */
  take(events: readonly RecordedEvent[], signal: AbortSignal): Promise<Failure | undefined>;
  /** Deals at once with events that are none of its business: true. Asked only where nothing is being taken. */
  passIfIrrelevant?(events: readonly RecordedEvent[]): boolean;
  /** It is through with everything that is in the log. */
  onCaughtUp?(): Promise<void>;
}

export interface SubscriptionHandler {
  /** Under which what it skipped and what it failed at is kept. */
  readonly name: string;
  /** Counted up when it makes something else of events: what an older version skipped is looked at again. */
  readonly version: number;
  /** For the one process that holds the lease. */
  readonly leading: HandlerRole;
  /** For all others. */
  readonly following: HandlerRole;
  /** After something has failed, before it is tried again. */
  recover?(error: unknown): Promise<void>;
  /** The log is no longer followed: what was left for later is done now. */
  finish?(): Promise<void>;
  /** What is said where nobody holds the lease. */
  readonly orphanedMessage: string;
  /** What follows from standing still, for whoever runs Daybook. */
  readonly interruption: { readonly what: string; readonly follows: string };
}
