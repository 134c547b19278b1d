// Port of subscriptions' state shared by all processes: skipped events and failures.

/** An event that an admin skipped. */
export interface SkippedEvent {
  readonly position: number;
  readonly eventId: string;
  readonly reason: string;
  readonly error: string;
  readonly at: string;
}

/** Why a projection stopped, as its leader reports it. */
export interface ProjectionFailure {
  readonly error: string;
  readonly event?: { readonly position: number; readonly id: string; readonly type: string };
  /** ISO 8601 instant. */
  readonly at: string;
}

export interface SubscriptionStateStore {
  /** Skipped events for this version. */
  skips(projection: string, version: number): Promise<readonly SkippedEvent[]>;
  skip(projection: string, version: number, skip: SkippedEvent): Promise<void>;
  /** undefined: running, as far as known. */
  failure(projection: string): Promise<ProjectionFailure | undefined>;
  recordFailure(projection: string, failure: ProjectionFailure | undefined): Promise<void>;
}
