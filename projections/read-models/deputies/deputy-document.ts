// Read model `deputies`: collection `deputies`, one document per delegation.
import type { Delegation } from '#domain/user/user-events.js';

export interface DeputyDocument extends Omit<Delegation, 'deputation'> {
  /** Its `deputation`. */
  readonly id: string;
  readonly position: number;
  /** The person who is represented. */
  readonly person: string;
  readonly namedAt: string;
  readonly ended: { readonly by: string; readonly at: string } | null;
}

export const DEPUTIES_COLLECTION = 'deputies';
