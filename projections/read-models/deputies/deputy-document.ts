// Collection `deputies`: one document per delegation.
import type { Delegation } from '#domain/user/user-events.js';

export interface DeputyDocument extends Omit<Delegation, 'deputation'> {
  readonly id: string;
  readonly position: number;
  readonly person: string;
  readonly namedAt: string;
  readonly ended: { readonly by: string; readonly at: string } | null;
}

export const DEPUTIES_COLLECTION = 'deputies';
