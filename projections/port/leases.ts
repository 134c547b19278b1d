// Who may do what one process does at a time, as it is kept: see ../lease/.

/**
 * Who has the right to something that one process does at a time. Changed by compare-and-set only, and judged by whether
 * `beat` goes on growing, never by a clock of another machine: see lease.ts.
 */
export interface LeaseRecord {
  /** The process, in words for people; '' = given back. */
  readonly holder: string;
  /** Grows with every new holder: the fencing token. From 1. */
  readonly token: number;
  /** Grows for as long as the holder is alive. */
  readonly beat: number;
}

export interface Leases {
  /** undefined: nobody has ever held it. */
  lease(name: string): Promise<LeaseRecord | undefined>;
  /** Writes `next` if the lease is still as `seen` (undefined: never held). false: somebody was quicker, nothing is written. */
  changeLease(name: string, seen: LeaseRecord | undefined, next: LeaseRecord): Promise<boolean>;
}
