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
/** Whoever has the link chooses the next password; the old one and all sessions ended with this. `digest`: of its secret. */
export type UserLinkIssued = Event<'user.link-issued', { readonly digest: string; readonly until: string }>;
export type UserRoleGranted = Event<
  'user.role-granted',
  { readonly application: string; readonly role: string }
>;
export type UserRoleRevoked = Event<
  'user.role-revoked',
  { readonly application: string; readonly role: string }
>;
export type UserSignedIn = Event<
  'user.signed-in',
  {
    /** `program`: by HTTP Basic, without a session. */
    readonly by: 'password' | 'demo' | 'first-link' | 'program';
    /** Such as `Firefox on Windows`. */
    readonly browser?: string | Erased;
    /** Keyed digest of the network address: the same again is recognised, the address is not kept. */
    readonly from?: string | Erased;
  }
>;
/** The session that began with the sign-in of this version of the stream is over, wherever its cookie was copied to. */
export type UserSignedOut = Event<'user.signed-out', { readonly session: number }>;
/** All sessions that began before are over, but for the one named. */
export type UserSessionsEnded = Event<'user.sessions-ended', { readonly except: number | null }>;
/** A wrong password for this person's name: counted by every process alike. */
export type UserSignInFailed = Event<
  'user.sign-in-failed',
  { readonly by: 'password'; readonly from?: string | Erased }
>;
/** The certificate of an erasure: the key is destroyed, everything sealed with it is unreadable from here on. */
export type UserErased = Event<
  'user.erased',
  { readonly person: string; readonly keyFingerprint: string | null }
>;

export type UserEvent =
  | UserRegistered
  | UserPasswordSet
  | UserLinkIssued
  | UserRoleGranted
  | UserRoleRevoked
  | UserSignedIn
  | UserSignedOut
  | UserSessionsEnded
  | UserSignInFailed
  | UserErased;

/** Application of the roles that hold for the whole installation: `admin` and `auditor`. */
export const INSTALLATION = '-';
