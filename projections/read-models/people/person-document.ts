// Read model `people`: collection `people`, one document per person.
import type { ChosenNotices } from '#domain/user/notice-ways.js';
import type { Preferences } from '#domain/user/preference-events.js';
import type { EndedSessions } from '#domain/user/ended-sessions.js';
import type { SealedValue } from '#event-store/personal-data/personal-data.js';
import type { Erased } from '#specification/model/stored-value.js';

export interface SessionBegun {
  /** Version of its sign-in event, which identifies it. */
  readonly begun: number;
  readonly at: string;
  readonly by: string;
  /** Such as `Firefox on Windows`. */
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
  /** Known from an imported log only, so no work is assigned. */
  readonly fromLog: boolean;
  /** Application → roles; '-' is the installation (`admin`, `auditor`). */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** Notification settings. */
  readonly notices: ChosenNotices;
  /** undefined: never chosen. */
  readonly preferences?: Preferences;
  readonly registeredAt: string;
  readonly lastSignInAt: string | null;
  readonly erasedAt: string | null;
  /** When an admin locked the account; null: not locked. */
  readonly lockedAt: string | null;
  /** Latest sessions that were not ended, oldest first. They expire after some hours. */
  readonly sessions: readonly SessionBegun[];
  /** true: an admin chose the password, as earlier versions allowed. */
  readonly passwordByAnother: boolean;
}

export const PEOPLE_COLLECTION = 'people';
