import { Command, type CommandContext } from '../command.js';
import type { Preferences } from './preference-events.js';
import type { Delegation, UserNoticeChosen, UserSignedIn } from './user-events.js';
import type { OneTimeLink } from './one-time-link.js';

interface UserCommandTarget {
  readonly id: string;
  readonly context: CommandContext;
}

/**
 * `password`: plain text, hashed by the handler, allowed only for oneself. `link`: for choosing a password.
 * `fromLog`: known from an imported log only, cannot be assigned.
 */
export class RegisterUser extends Command<
  UserCommandTarget & {
    readonly name: string;
    readonly signInName?: string;
    readonly password?: string;
    readonly link?: OneTimeLink;
    readonly demo?: boolean;
    readonly fromLog?: boolean;
    readonly roles?: readonly { readonly application: string; readonly role: string }[];
  }
> {
  readonly type = 'RegisterUser';
}

/** Sets the own password; the old one is checked before. */
export class SetPassword extends Command<UserCommandTarget & { readonly password: string }> {
  readonly type = 'SetPassword';
}

export class IssueLink extends Command<UserCommandTarget & { readonly link: OneTimeLink }> {
  readonly type = 'IssueLink';
}

/** Checks whether a link is usable, without events. Refused LINK_SPENT. */
export class AdmitLink extends Command<UserCommandTarget & { readonly digest: string }> {
  readonly type = 'AdmitLink';
}

/** Sets the password and uses up the link. Refused LINK_SPENT. */
export class UseLink extends Command<
  UserCommandTarget & { readonly digest: string; readonly password: string }
> {
  readonly type = 'UseLink';
}

export class GrantRole extends Command<
  UserCommandTarget & { readonly application: string; readonly role: string }
> {
  readonly type = 'GrantRole';
}

export class RevokeRole extends Command<
  UserCommandTarget & { readonly application: string; readonly role: string }
> {
  readonly type = 'RevokeRole';
}

export class NameDeputy extends Command<UserCommandTarget & Delegation> {
  readonly type = 'NameDeputy';
}

export class DismissDeputy extends Command<UserCommandTarget & Pick<Delegation, 'deputation'>> {
  readonly type = 'DismissDeputy';
}

/** For oneself only. */
export class ChooseNotice extends Command<UserCommandTarget & UserNoticeChosen['data']> {
  readonly type = 'ChooseNotice';
}

/** For oneself only. */
export class ChoosePreferences extends Command<UserCommandTarget & Preferences> {
  readonly type = 'ChoosePreferences';
}

/** `browser`: such as `Firefox on Windows`. `from`: keyed digest of the network address. */
export class NoteSignIn extends Command<
  UserCommandTarget & {
    readonly by: UserSignedIn['data']['by'];
    readonly browser?: string;
    readonly from?: string;
  }
> {
  readonly type = 'NoteSignIn';
}

export class EndSession extends Command<UserCommandTarget & { readonly session: number }> {
  readonly type = 'EndSession';
}

export class EndSessions extends Command<UserCommandTarget & { readonly except: number | null }> {
  readonly type = 'EndSessions';
}

/** Checks before a password attempt, without events: refused TOO_MANY_ATTEMPTS, or NOT_SIGNED_IN if `session` has ended. */
export class BeginSignIn extends Command<
  UserCommandTarget & { readonly session?: number; readonly from?: string }
> {
  readonly type = 'BeginSignIn';
}

/** Refused TOO_MANY_ATTEMPTS during the pause. */
export class NoteFailedSignIn extends Command<UserCommandTarget & { readonly from?: string }> {
  readonly type = 'NoteFailedSignIn';
}

/**
 * A wrong password for a signature. Refused TOO_MANY_ATTEMPTS during the pause.
 * `session`: version of its sign-in event; undefined: a program. Refused NOT_SIGNED_IN if it has ended.
 */
export class NoteFailedSigning extends Command<
  UserCommandTarget & { readonly session?: number; readonly from?: string }
> {
  readonly type = 'NoteFailedSigning';
}

/** Ends every session and prevents acting until the account is unlocked. Requires a reason. */
export class LockPerson extends Command<UserCommandTarget & { readonly reason: string }> {
  readonly type = 'LockPerson';
}

export class UnlockPerson extends Command<UserCommandTarget & { readonly reason: string }> {
  readonly type = 'UnlockPerson';
}

/** Writes the intent, destroys the key and writes the certificate. Requires a reason. */
export class ErasePerson extends Command<UserCommandTarget & { readonly reason: string }> {
  readonly type = 'ErasePerson';
}

export type UserCommand =
  | RegisterUser
  | SetPassword
  | IssueLink
  | AdmitLink
  | UseLink
  | GrantRole
  | RevokeRole
  | NameDeputy
  | DismissDeputy
  | ChooseNotice
  | ChoosePreferences
  | NoteSignIn
  | EndSession
  | EndSessions
  | BeginSignIn
  | NoteFailedSignIn
  | NoteFailedSigning
  | LockPerson
  | UnlockPerson
  | ErasePerson;
