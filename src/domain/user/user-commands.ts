// Commands on people and their roles.
import type { CommandContext } from '../command.js';
import type { Preferences } from './preference-events.js';
import type { Delegation, UserNoticeChosen, UserSignedIn } from './user-events.js';
import type { OneTimeLink } from './one-time-link.js';

interface UserCommandTarget {
  readonly id: string;
  readonly context: CommandContext;
}

export class RegisterUser {
  readonly type = 'RegisterUser';
  /**
   * `password` in the clear: hashed by the handler, never stored, and only taken of the person themselves (the first link).
   * `link`: by which they choose one. Without a sign-in name the person cannot sign in.
   * `fromLog`: known from an imported log only; nobody to give work to.
   */
  constructor(
    readonly data: UserCommandTarget & {
      readonly name: string;
      readonly signInName?: string;
      readonly password?: string;
      readonly link?: OneTimeLink;
      readonly demo?: boolean;
      readonly fromLog?: boolean;
      readonly roles?: readonly { readonly application: string; readonly role: string }[];
    },
  ) {}
}

/** One's own password. That the old one was known is checked before. */
export class SetPassword {
  readonly type = 'SetPassword';
  constructor(readonly data: UserCommandTarget & { readonly password: string }) {}
}

/** The old password and every session end with it: whoever has the link chooses the next one. */
export class IssueLink {
  readonly type = 'IssueLink';
  constructor(readonly data: UserCommandTarget & { readonly link: OneTimeLink }) {}
}

/** Asks whether a link opens anything; writes nothing. Refused LINK_SPENT. */
export class AdmitLink {
  readonly type = 'AdmitLink';
  constructor(readonly data: UserCommandTarget & { readonly digest: string }) {}
}

/** Sets the password by a link, which is used up with it. Refused LINK_SPENT. */
export class UseLink {
  readonly type = 'UseLink';
  constructor(readonly data: UserCommandTarget & { readonly digest: string; readonly password: string }) {}
}

export class GrantRole {
  readonly type = 'GrantRole';
  constructor(readonly data: UserCommandTarget & { readonly application: string; readonly role: string }) {}
}

export class RevokeRole {
  readonly type = 'RevokeRole';
  constructor(readonly data: UserCommandTarget & { readonly application: string; readonly role: string }) {}
}

/** Somebody who approves for this person, from a day until another. */
export class NameDeputy {
  readonly type = 'NameDeputy';
  constructor(readonly data: UserCommandTarget & Delegation) {}
}

export class DismissDeputy {
  readonly type = 'DismissDeputy';
  constructor(readonly data: UserCommandTarget & Pick<Delegation, 'deputation'>) {}
}

/** How this person hears of what the mails of one kind tell. One's own only. */
export class ChooseNotice {
  readonly type = 'ChooseNotice';
  constructor(readonly data: UserCommandTarget & UserNoticeChosen['data']) {}
}

/** The language and the time zone in which Daybook answers this person, and whether single keys are shortcuts. One's own only. */
export class ChoosePreferences {
  readonly type = 'ChoosePreferences';
  constructor(readonly data: UserCommandTarget & Preferences) {}
}

/** `browser`: such as `Firefox on Windows`. `from`: keyed digest of the network address. */
export class NoteSignIn {
  readonly type = 'NoteSignIn';
  constructor(
    readonly data: UserCommandTarget & {
      readonly by: UserSignedIn['data']['by'];
      readonly browser?: string;
      readonly from?: string;
    },
  ) {}
}

/** `session`: version of the stream that its sign-in has. */
export class EndSession {
  readonly type = 'EndSession';
  constructor(readonly data: UserCommandTarget & { readonly session: number }) {}
}

/** Ends every session that began before, but for the one named. */
export class EndSessions {
  readonly type = 'EndSessions';
  constructor(readonly data: UserCommandTarget & { readonly except: number | null }) {}
}

/**
 * Asked before a password is tried: writes nothing, and is refused TOO_MANY_ATTEMPTS after too many wrong ones. `session`: in which it is
 * given, where it is given in one; refused NOT_SIGNED_IN where that is over.
 */
export class BeginSignIn {
  readonly type = 'BeginSignIn';
  constructor(readonly data: UserCommandTarget & { readonly session?: number; readonly from?: string }) {}
}

/** A wrong password was given. Refused TOO_MANY_ATTEMPTS where there were too many already. */
export class NoteFailedSignIn {
  readonly type = 'NoteFailedSignIn';
  constructor(readonly data: UserCommandTarget & { readonly from?: string }) {}
}

/** A wrong password was given where something was to be signed. Refused TOO_MANY_ATTEMPTS where there were too many already. */
export class NoteFailedSigning {
  readonly type = 'NoteFailedSigning';
  /** `session`: version of its sign-in; undefined: a program without one. Refused NOT_SIGNED_IN where it is over. */
  constructor(readonly data: UserCommandTarget & { readonly session?: number; readonly from?: string }) {}
}

/** Ends every session; the person signs in and acts no more until the account is unlocked. A reason is required. */
export class LockPerson {
  readonly type = 'LockPerson';
  constructor(readonly data: UserCommandTarget & { readonly reason: string }) {}
}

export class UnlockPerson {
  readonly type = 'UnlockPerson';
  constructor(readonly data: UserCommandTarget & { readonly reason: string }) {}
}

/** Writes the intent, destroys the person's key and appends the certificate. A reason is required. */
export class ErasePerson {
  readonly type = 'ErasePerson';
  constructor(readonly data: UserCommandTarget & { readonly reason: string }) {}
}

/** Each under its type. */
export const USER_COMMANDS = {
  RegisterUser,
  SetPassword,
  IssueLink,
  AdmitLink,
  UseLink,
  GrantRole,
  RevokeRole,
  NameDeputy,
  DismissDeputy,
  ChooseNotice,
  ChoosePreferences,
  NoteSignIn,
  EndSession,
  EndSessions,
  BeginSignIn,
  NoteFailedSignIn,
  NoteFailedSigning,
  LockPerson,
  UnlockPerson,
  ErasePerson,
};

export type UserCommand = InstanceType<(typeof USER_COMMANDS)[keyof typeof USER_COMMANDS]>;
