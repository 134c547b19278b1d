// Where every process finds what a subscription has skipped, and what it cannot get past.

/** An event that a projection leaves out, because somebody said so. */
export interface Skip {
  readonly position: number;
  readonly eventId: string;
  readonly reason: string;
  /** What it broke with. */
  readonly error: string;
  readonly at: string;
}

/** What a projection cannot get past, as whoever builds it tells every process. */
export interface ProjectionFailure {
  readonly error: string;
  /** The event that broke it; undefined: the read model's data cannot be read. */
  readonly event?: { readonly position: number; readonly id: string; readonly type: string };
  /** ISO 8601 instant. */
  readonly at: string;
}

export interface SubscriptionStateStore {
  /** Events left out by a projection of this version. */
  skips(projection: string, version: number): Promise<readonly Skip[]>;
  skip(projection: string, version: number, skip: Skip): Promise<void>;
  /** undefined: it goes on, as far as anybody knows. */
  failure(projection: string): Promise<ProjectionFailure | undefined>;
  recordFailure(projection: string, failure: ProjectionFailure | undefined): Promise<void>;
}
