// Such as projections, the outbox and timers.
import type { RecordedEvent } from '#domain/event.js';

export interface SubscriptionFailure {
  readonly error: Error;
  /** undefined: the handler's own data are broken. */
  readonly event?: Pick<RecordedEvent, 'position' | 'id' | 'type'>;
}

export interface HandlerRole {
  readonly position: number;
  begin(): Promise<void>;
  /** Returns the failure of the first event that cannot be handled. */
  take(events: readonly RecordedEvent[], signal: AbortSignal): Promise<SubscriptionFailure | undefined>;
  /** true: handled as irrelevant. Called only while idle. */
  passIfIrrelevant?(events: readonly RecordedEvent[]): boolean;
  onCaughtUp?(): Promise<void>;
}

export interface SubscriptionHandler {
  readonly name: string;
  readonly version: number;
  readonly leading: HandlerRole;
  readonly following: HandlerRole;
  recover?(error: unknown): Promise<void>;
  finish?(): Promise<void>;
  readonly orphanedMessage: string;
  /** For administrators. */
  readonly interruption: { readonly what: string; readonly follows: string };
}
