// Events of one person. Names and shapes are the storage format: add an upcast before changing one.
// What identifies the person is sealed with the person's own key before it is stored.
import type { Erased } from '../../specification/value.js';
import type { Event } from '../event.js';

export type UserRegistered = Event<
  'user.registered',
  {
    readonly name: string | Erased;
    /** undefined: cannot sign in by name (people known from an imported log). */
    readonly signInName?: string | Erased;
    /** Keyed hash of the folded sign-in name: found without being readable. */
    readonly signInDigest?: string;
    /** The same of the name’s look, where that is another text: claimed so that no other name looks like it. */
    readonly lookDigest?: string;
    /** May sign in with one click while the demo is on. */
    readonly demo: boolean;
    /** Known from an imported log only; otherwise left out. */
    readonly fromLog?: true;
  }
>;

/** argon2id in PHC string format. */
export type UserPasswordSet = Event<'user.password-set', { readonly hash: string | Erased }>;
export type UserRoleGranted = Event<
  'user.role-granted',
  { readonly application: string; readonly role: string }
>;
export type UserRoleRevoked = Event<
  'user.role-revoked',
  { readonly application: string; readonly role: string }
>;
export type UserSignedIn = Event<'user.signed-in', { readonly by: 'password' | 'demo' | 'first-link' }>;
/** The session that began with the sign-in of this version of the stream is over, wherever its cookie was copied to. */
export type UserSignedOut = Event<'user.signed-out', { readonly session: number }>;
/** A wrong password for this person's name: counted by every process alike. */
export type UserSignInFailed = Event<'user.sign-in-failed', { readonly by: 'password' }>;
/** The certificate of an erasure: the key is destroyed, everything sealed with it is unreadable from here on. */
export type UserErased = Event<
  'user.erased',
  { readonly person: string; readonly keyFingerprint: string | null }
>;

export type UserEvent =
  | UserRegistered
  | UserPasswordSet
  | UserRoleGranted
  | UserRoleRevoked
  | UserSignedIn
  | UserSignedOut
  | UserSignInFailed
  | UserErased;

/** Application of the roles that hold for the whole installation: `admin` and `auditor`. */
export const INSTALLATION = '-';
