import { Command, type CommandContext } from '../command.js';
import type { EndedAtProvider } from './provider-sessions.js';
import type { Preferences } from './preference-events.js';
import type { Delegation, UserNoticeChosen, UserSignedIn } from './user-events.js';
import type { SavedView } from './view-events.js';
import type { SecondFactorProof } from './second-factor-state.js';
import type { IssuedToken } from './token-events.js';
import type { OneTimeLink } from './one-time-link.js';
import type { ProviderIdentity, ProviderRole, WaysIn } from './linked-identities.js';

interface UserCommandTarget {
  readonly id: string;
  readonly context: CommandContext;
}

/** `password`: plain text, only for oneself. `fromLog`: cannot be assigned. */
export class RegisterUser extends Command<
  UserCommandTarget & {
    readonly name: string;
    readonly signInName?: string;
    readonly password?: string;
    readonly link?: OneTimeLink;
    /** By which the person signs in. */
    readonly identity?: ProviderIdentity;
    readonly demo?: boolean;
    readonly fromLog?: boolean;
    readonly roles?: readonly { readonly application: string; readonly role: string }[];
  }
> {
  readonly type = 'RegisterUser';
}

export class SetPassword extends Command<UserCommandTarget & { readonly password: string }> {
  readonly type = 'SetPassword';
}

export class IssueLink extends Command<UserCommandTarget & { readonly link: OneTimeLink }> {
  readonly type = 'IssueLink';
}

/** No events. Refused LINK_SPENT. */
export class VerifyLink extends Command<UserCommandTarget & { readonly digest: string }> {
  readonly type = 'AdmitLink';
}

/** Refused LINK_SPENT. */
export class UseLink extends Command<
  UserCommandTarget & { readonly digest: string; readonly password: string }
> {
  readonly type = 'UseLink';
}

/** Without choosing a password. Refused LINK_SPENT. */
export class SignInByLink extends Command<
  UserCommandTarget & {
    readonly digest: string;
    readonly browser?: string;
    readonly from?: string;
    readonly proof?: SecondFactorProof;
  }
> {
  readonly type = 'SignInByLink';
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

export class AppointDeputy extends Command<UserCommandTarget & Delegation> {
  readonly type = 'NameDeputy';
}

export class DismissDeputy extends Command<UserCommandTarget & Pick<Delegation, 'deputation'>> {
  readonly type = 'DismissDeputy';
}

/** People choose for themselves only. */
export class ChooseNotice extends Command<UserCommandTarget & UserNoticeChosen['data']> {
  readonly type = 'ChooseNotice';
}

/** People choose for themselves only. */
export class ChoosePreferences extends Command<UserCommandTarget & Preferences> {
  readonly type = 'ChoosePreferences';
}

/** `browser`: `Firefox on Windows`. `from`: keyed digest of the network. */
export class RecordSignIn extends Command<
  UserCommandTarget & {
    readonly by: UserSignedIn['data']['by'];
    readonly browser?: string;
    readonly from?: string;
    /** Refused SECOND_FACTOR_NEEDED or SECOND_FACTOR_WRONG. */
    readonly proof?: SecondFactorProof;
    /** At a provider. Refused NOT_FOUND if it is not linked any more. */
    readonly identity?: string;
    readonly providerSession?: string;
    /** Refused PROVIDER_SIGN_IN_EXPIRED if the provider has ended it since. */
    readonly begunAt?: string;
    readonly authenticatedAt?: string;
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

/** Precedes an attempt, without events. Refused TOO_MANY_ATTEMPTS, or NOT_SIGNED_IN if `session` has ended. */
export class CheckSignInAttempt extends Command<
  UserCommandTarget & { readonly session?: number; readonly from?: string }
> {
  readonly type = 'BeginSignIn';
}

/** Refused TOO_MANY_ATTEMPTS. */
export class RecordFailedSignIn extends Command<
  UserCommandTarget & { readonly by?: 'password' | 'code'; readonly from?: string }
> {
  readonly type = 'NoteFailedSignIn';
}

/** Refused TOO_MANY_ATTEMPTS, or NOT_SIGNED_IN if `session` has ended. `session`: version of its sign-in event. */
export class RecordFailedSignature extends Command<
  UserCommandTarget & { readonly session?: number; readonly from?: string }
> {
  readonly type = 'NoteFailedSigning';
}

export class LockPerson extends Command<UserCommandTarget & { readonly reason: string }> {
  readonly type = 'LockPerson';
}

export class UnlockPerson extends Command<UserCommandTarget & { readonly reason: string }> {
  readonly type = 'UnlockPerson';
}

export class ErasePerson extends Command<UserCommandTarget & { readonly reason: string }> {
  readonly type = 'ErasePerson';
}

/** For oneself only. */
export class SaveView extends Command<
  UserCommandTarget & SavedView & { readonly name: string; readonly query: string }
> {
  readonly type = 'SaveView';
}

export class DeleteView extends Command<UserCommandTarget & Pick<SavedView, 'view'>> {
  readonly type = 'DeleteView';
}

/** For oneself only. `except`: the session that goes on. Refused SECOND_FACTOR_WRONG for another `baseVersion`. */
export class SetUpSecondFactor extends Command<
  UserCommandTarget & {
    readonly secret: string;
    /** Keyed digests. */
    readonly recoveryCodes: readonly string[];
    readonly step: number;
    /** Of the last change of the second factor when the set-up began; 0: none. */
    readonly baseVersion: number;
    readonly except: number | null;
  }
> {
  readonly type = 'SetUpSecondFactor';
}

/** Refused SECOND_FACTOR_WRONG. */
export class UseSecondFactor extends Command<
  UserCommandTarget & {
    readonly proof: Extract<SecondFactorProof, { readonly kind: 'code' | 'recovery code' }>;
  }
> {
  readonly type = 'UseSecondFactor';
}

/** Own with a code, or by another admin with a reason. */
export class ResetSecondFactor extends Command<
  UserCommandTarget & { readonly reason: string; readonly proof?: UseSecondFactor['data']['proof'] }
> {
  readonly type = 'ResetSecondFactor';
}

/** For oneself only. Refused IDENTITY_TAKEN. */
export class LinkIdentity extends Command<UserCommandTarget & ProviderIdentity> {
  readonly type = 'LinkIdentity';
}

/** Ends the sessions begun by it. `except`: the own session that goes on. */
export class UnlinkIdentity extends Command<
  UserCommandTarget &
    Pick<ProviderIdentity, 'identity'> & { readonly except?: number; readonly waysIn: WaysIn }
> {
  readonly type = 'UnlinkIdentity';
}

/** Signed out at the provider. */
export class EndProviderSessions extends Command<UserCommandTarget & EndedAtProvider> {
  readonly type = 'EndProviderSessions';
}

/** At each sign-in. `roles`: by the table of roles. */
export class FollowProviderGroups extends Command<
  UserCommandTarget &
    Pick<ProviderIdentity, 'identity'> & {
      readonly groups: readonly string[];
      readonly roles: readonly Omit<ProviderRole, 'provider'>[];
    }
> {
  readonly type = 'FollowProviderGroups';
}

/** For oneself only. `digest`: SHA-256 of the whole token. */
export class IssueToken extends Command<
  UserCommandTarget & IssuedToken & { readonly name: string; readonly digest: string }
> {
  readonly type = 'IssueToken';
}

export class RevokeToken extends Command<UserCommandTarget & Pick<IssuedToken, 'token'>> {
  readonly type = 'RevokeToken';
}

/** `from`: keyed digest of the network. */
export class RecordTokenUse extends Command<
  UserCommandTarget & Pick<IssuedToken, 'token'> & { readonly from?: string }
> {
  readonly type = 'RecordTokenUse';
}

export type UserCommand =
  | RegisterUser
  | SetPassword
  | IssueLink
  | VerifyLink
  | UseLink
  | GrantRole
  | RevokeRole
  | AppointDeputy
  | DismissDeputy
  | ChooseNotice
  | ChoosePreferences
  | RecordSignIn
  | EndSession
  | EndSessions
  | CheckSignInAttempt
  | RecordFailedSignIn
  | RecordFailedSignature
  | LockPerson
  | UnlockPerson
  | ErasePerson
  | SaveView
  | DeleteView
  | SetUpSecondFactor
  | UseSecondFactor
  | ResetSecondFactor
  | SignInByLink
  | LinkIdentity
  | UnlinkIdentity
  | EndProviderSessions
  | FollowProviderGroups
  | IssueToken
  | RevokeToken
  | RecordTokenUse;
