// An append in encoded form.
import type { EncodedEvent } from '../event-codec.js';

export interface EncodedAppend {
  readonly stream: string;
  readonly events: readonly EncodedEvent[];
  readonly expectedVersion: number;
  /** By `performance.now()`. */
  readonly deadline?: number | undefined;
}
