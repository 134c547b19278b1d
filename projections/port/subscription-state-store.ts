export interface SkippedEvent {
  readonly position: number;
  readonly eventId: string;
  readonly reason: string;
  readonly error: string;
  readonly at: string;
}

/** As its leader reports it. */
export interface ProjectionFailure {
  readonly error: string;
  readonly event?: { readonly position: number; readonly id: string; readonly type: string };
  readonly at: string;
}

export interface SubscriptionStateStore {
  skips(projection: string, version: number): Promise<readonly SkippedEvent[]>;
  skip(projection: string, version: number, skip: SkippedEvent): Promise<void>;
  /** undefined: running, as far as known. */
  failure(projection: string): Promise<ProjectionFailure | undefined>;
  recordFailure(projection: string, failure: ProjectionFailure | undefined): Promise<void>;
}
