import type { ChosenNotices } from '#domain/user/notice-ways.js';
import type { Preferences } from '#domain/user/preference-events.js';
import type { EndedSessions } from '#domain/user/ended-sessions.js';
import type { SealedValue } from '#event-store/personal-data/personal-data.js';
import type { Erased } from '#specification/model/stored-value.js';

export interface SessionEntry {
  /** Version of its sign-in event, which identifies it. */
  readonly begun: number;
  readonly at: string;
  readonly by: string;
  /** `Firefox on Windows`. */
  readonly browser: SealedValue | Erased | string | null;
  /** Keyed digest of the network address. */
  readonly from: SealedValue | Erased | string | null;
}

export interface PersonDocument extends EndedSessions {
  readonly id: string;
  readonly position: number;
  readonly version: number;
  readonly name: SealedValue | Erased | string;
  readonly signInName: SealedValue | Erased | string | null;
  readonly signInDigest: string | null;
  readonly passwordHash: SealedValue | Erased | string | null;
  readonly demo: boolean;
  /** From an imported log only, so no work is assigned. */
  readonly fromLog: boolean;
  /** By application; '-' is the installation (`admin`, `auditor`). */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly notices: ChosenNotices;
  /** undefined: never chosen. */
  readonly preferences?: Preferences;
  readonly registeredAt: string;
  readonly lastSignInAt: string | null;
  readonly erasedAt: string | null;
  /** null: not locked. */
  readonly lockedAt: string | null;
  readonly sessions: readonly SessionEntry[];
  /** An admin chose the password, as earlier versions allowed. */
  readonly passwordByAnother: boolean;
}

export const PEOPLE_COLLECTION = 'people';
