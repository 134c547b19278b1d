// Commands on people and their roles.
import type { CommandContext } from '../command.js';

interface OnUser {
  readonly id: string;
  readonly context: CommandContext;
}

export class RegisterUser {
  readonly type = 'RegisterUser';
  /**
   * `password` in the clear: hashed by the handler, never stored. Without a sign-in name the person cannot sign in.
   * `fromLog`: known from an imported log only; nobody to give work to.
   */
  constructor(
    readonly data: OnUser & {
      readonly name: string;
      readonly signInName?: string;
      readonly password?: string;
      readonly demo?: boolean;
      readonly fromLog?: boolean;
      readonly roles?: readonly { readonly application: string; readonly role: string }[];
    },
  ) {}
}

export class SetPassword {
  readonly type = 'SetPassword';
  constructor(readonly data: OnUser & { readonly password: string }) {}
}

export class GrantRole {
  readonly type = 'GrantRole';
  constructor(readonly data: OnUser & { readonly application: string; readonly role: string }) {}
}

export class RevokeRole {
  readonly type = 'RevokeRole';
  constructor(readonly data: OnUser & { readonly application: string; readonly role: string }) {}
}

export class NoteSignIn {
  readonly type = 'NoteSignIn';
  constructor(readonly data: OnUser & { readonly by: 'password' | 'demo' | 'first-link' }) {}
}

/** `session`: version of the stream that its sign-in has. */
export class EndSession {
  readonly type = 'EndSession';
  constructor(readonly data: OnUser & { readonly session: number }) {}
}

/** Asked before a password is tried: writes nothing, and is refused TOO_MANY_ATTEMPTS after too many wrong ones. */
export class BeginSignIn {
  readonly type = 'BeginSignIn';
  constructor(readonly data: OnUser) {}
}

/** A wrong password was given. Refused TOO_MANY_ATTEMPTS where there were too many already. */
export class NoteFailedSignIn {
  readonly type = 'NoteFailedSignIn';
  constructor(readonly data: OnUser) {}
}

/** Destroys the person's key and appends the certificate. A reason is required. */
export class ErasePerson {
  readonly type = 'ErasePerson';
  constructor(readonly data: OnUser & { readonly reason: string }) {}
}

export type UserCommand =
  | RegisterUser
  | SetPassword
  | GrantRole
  | RevokeRole
  | NoteSignIn
  | EndSession
  | BeginSignIn
  | NoteFailedSignIn
  | ErasePerson;
