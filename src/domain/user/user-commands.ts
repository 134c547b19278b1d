// Commands on people and their roles.
import type { CommandContext } from '../command.js';

interface OnUser {
  readonly id: string;
  readonly context: CommandContext;
}

export class RegisterUser {
  readonly type = 'RegisterUser';
  /** `password` in the clear: hashed by the handler, never stored. Without a sign-in name the person cannot sign in. */
  constructor(
    readonly data: OnUser & {
      readonly name: string;
      readonly signInName?: string;
      readonly password?: string;
      readonly demo?: boolean;
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

/** Destroys the person's key and appends the certificate. A reason is required. */
export class ErasePerson {
  readonly type = 'ErasePerson';
  constructor(readonly data: OnUser & { readonly reason: string }) {}
}

export type UserCommand = RegisterUser | SetPassword | GrantRole | RevokeRole | NoteSignIn | ErasePerson;
