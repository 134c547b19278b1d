// One append on its way into the log: what is asked, and who waits for the answer.
import type { Encoded } from '../codec.js';

export interface Append {
  readonly stream: string;
  readonly events: readonly Encoded[];
  readonly expectedVersion: number;
  /** By `performance.now()`: later it is of no use to who asks. */
  readonly until?: number | undefined;
}
