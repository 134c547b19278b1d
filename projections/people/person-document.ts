// Read model `people`: collection `people`, one document per person.
import type { Sealed } from '../../src/event-store/personal-data/personal-data.js';
import type { Erased } from '../../src/specification/value.js';

export interface PersonDocument {
  readonly id: string;
  readonly position: number;
  readonly version: number;
  readonly name: Sealed | Erased | string;
  readonly signInName: Sealed | Erased | string | null;
  readonly signInDigest: string | null;
  readonly passwordHash: Sealed | Erased | string | null;
  readonly demo: boolean;
  /** Application → roles; '-' is the whole installation (`admin`, `auditor`). */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly registeredAt: string;
  readonly lastSignInAt: string | null;
  readonly erasedAt: string | null;
}

export const PEOPLE_COLLECTION = 'people';
