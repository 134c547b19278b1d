import type { EncodedEvent } from '../event-codec.js';

export interface EncodedAppend {
  readonly stream: string;
  readonly events: readonly EncodedEvent[];
  readonly expectedVersion: number;
  readonly deadline?: number | undefined;
}
