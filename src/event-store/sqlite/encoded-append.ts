// One append on its way into the log: what is asked, and who waits for the answer.
import type { EncodedEvent } from '../event-codec.js';

export interface EncodedAppend {
  readonly stream: string;
  readonly events: readonly EncodedEvent[];
  readonly expectedVersion: number;
  /** By `performance.now()`: later it is of no use to who asks. */
  readonly deadline?: number | undefined;
}
