// Read model `deputies`: collection `deputies`, one document each time somebody was named.
import type { Delegation } from '#domain/user/user-events.js';

export interface DeputyDocument extends Omit<Delegation, 'deputation'> {
  /** Its `deputation`. */
  readonly id: string;
  readonly position: number;
  /** For whom the deputy stands in. */
  readonly person: string;
  readonly namedAt: string;
  readonly ended: { readonly by: string; readonly at: string } | null;
}

export const DEPUTIES_COLLECTION = 'deputies';
