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
   * `password`: plain text, hashed by the handler, allowed only for oneself. `link`: for choosing a password.
   * `fromLog`: known from an imported log only, cannot be assigned.
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

/** Sets the own password; the old one is checked before. */
export class SetPassword {
  readonly type = 'SetPassword';
  constructor(readonly data: UserCommandTarget & { readonly password: string }) {}
}

/** Ends the old password and every session. */
export class IssueLink {
  readonly type = 'IssueLink';
  constructor(readonly data: UserCommandTarget & { readonly link: OneTimeLink }) {}
}

/** Checks whether a link is usable, without events. Refused LINK_SPENT. */
export class AdmitLink {
  readonly type = 'AdmitLink';
  constructor(readonly data: UserCommandTarget & { readonly digest: string }) {}
}

/** Sets the password and uses up the link. Refused LINK_SPENT. */
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

/** Delegates approvals from one day until another. */
export class NameDeputy {
  readonly type = 'NameDeputy';
  constructor(readonly data: UserCommandTarget & Delegation) {}
}

export class DismissDeputy {
  readonly type = 'DismissDeputy';
  constructor(readonly data: UserCommandTarget & Pick<Delegation, 'deputation'>) {}
}

/** For oneself only. */
export class ChooseNotice {
  readonly type = 'ChooseNotice';
  constructor(readonly data: UserCommandTarget & UserNoticeChosen['data']) {}
}

/** For oneself only. */
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

/** `session`: version of its sign-in event. */
export class EndSession {
  readonly type = 'EndSession';
  constructor(readonly data: UserCommandTarget & { readonly session: number }) {}
}

/** Ends every earlier session except the given one. */
export class EndSessions {
  readonly type = 'EndSessions';
  constructor(readonly data: UserCommandTarget & { readonly except: number | null }) {}
}

/** Checks before a password attempt, without events: refused TOO_MANY_ATTEMPTS, or NOT_SIGNED_IN if `session` has ended. */
export class BeginSignIn {
  readonly type = 'BeginSignIn';
  constructor(readonly data: UserCommandTarget & { readonly session?: number; readonly from?: string }) {}
}

/** Refused TOO_MANY_ATTEMPTS during the pause. */
export class NoteFailedSignIn {
  readonly type = 'NoteFailedSignIn';
  constructor(readonly data: UserCommandTarget & { readonly from?: string }) {}
}

/** A wrong password for a signature. Refused TOO_MANY_ATTEMPTS during the pause. */
export class NoteFailedSigning {
  readonly type = 'NoteFailedSigning';
  /** `session`: version of its sign-in event; undefined: a program. Refused NOT_SIGNED_IN if it has ended. */
  constructor(readonly data: UserCommandTarget & { readonly session?: number; readonly from?: string }) {}
}

/** Ends every session and prevents acting until the account is unlocked. Requires a reason. */
export class LockPerson {
  readonly type = 'LockPerson';
  constructor(readonly data: UserCommandTarget & { readonly reason: string }) {}
}

export class UnlockPerson {
  readonly type = 'UnlockPerson';
  constructor(readonly data: UserCommandTarget & { readonly reason: string }) {}
}

/** Writes the intent, destroys the key and writes the certificate. Requires a reason. */
export class ErasePerson {
  readonly type = 'ErasePerson';
  constructor(readonly data: UserCommandTarget & { readonly reason: string }) {}
}

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
