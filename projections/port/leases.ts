// Port of leases: see ../lease/.

/** A lease, changed by compare-and-set, and judged by whether `beat` grows, never by clocks: see lease.ts. */
export interface LeaseRecord {
  /** The process, in words; '': released. */
  readonly holder: string;
  /** Fencing token: grows with every holder, from 1. */
  readonly token: number;
  /** Grows while the holder is alive. */
  readonly beat: number;
}

export interface Leases {
  /** undefined: never held. */
  lease(name: string): Promise<LeaseRecord | undefined>;
  /** Writes `next` if the lease is still `expected` (undefined: never held). false: it was not. */
  changeLease(name: string, seen: LeaseRecord | undefined, next: LeaseRecord): Promise<boolean>;
}
