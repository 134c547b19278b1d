// Read model `people`: collection `people`, one document per person.
import type { ChosenNotices } from '#domain/user/notice-ways.js';
import type { Preferences } from '#domain/user/preference-events.js';
import type { EndedSessions } from '#domain/user/ended-sessions.js';
import type { Sealed } from '#event-store/personal-data/personal-data.js';
import type { Erased } from '#specification/model/stored-value.js';

export interface SessionBegun {
  /** Version that its sign-in has in the person's stream: its name. */
  readonly begun: number;
  readonly at: string;
  readonly by: string;
  /** Such as `Firefox on Windows`. */
  readonly browser: Sealed | Erased | string | null;
  /** Keyed digest of the network address. */
  readonly from: Sealed | Erased | string | null;
}

export interface PersonDocument extends EndedSessions {
  readonly id: string;
  readonly position: number;
  readonly version: number;
  readonly name: Sealed | Erased | string;
  readonly signInName: Sealed | Erased | string | null;
  readonly signInDigest: string | null;
  readonly passwordHash: Sealed | Erased | string | null;
  readonly demo: boolean;
  /** Known from an imported log only: did things elsewhere, and is nobody to give work to here. */
  readonly fromLog: boolean;
  /** Application → roles; '-' is the whole installation (`admin`, `auditor`). */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** How they hear of what mails tell. */
  readonly notices: ChosenNotices;
  /** undefined: the person never chose. */
  readonly preferences?: Preferences;
  readonly registeredAt: string;
  readonly lastSignInAt: string | null;
  readonly erasedAt: string | null;
  /** When an admin locked the account; null: it is not locked. */
  readonly lockedAt: string | null;
  /** The latest sessions that were not ended; the oldest first. They end by themselves after some hours. */
  readonly sessions: readonly SessionBegun[];
  /** true: somebody else chose the password, as was possible once. */
  readonly passwordByAnother: boolean;
}

export const PEOPLE_COLLECTION = 'people';
