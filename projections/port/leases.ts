/** Changed by compare-and-set, and judged by whether `beat` grows, never by clocks. */
export interface LeaseRecord {
  /** In words; '': released. */
  readonly holder: string;
  /** Fencing token: grows with every holder, from 1. */
  readonly token: number;
  readonly beat: number;
}

export interface Leases {
  /** undefined: never held. */
  lease(name: string): Promise<LeaseRecord | undefined>;
  /** false: the lease is no longer `expected` (undefined: never held). */
  changeLease(name: string, expected: LeaseRecord | undefined, next: LeaseRecord): Promise<boolean>;
}
