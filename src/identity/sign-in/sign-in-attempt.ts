// What a sign-in is on its way: a person known by a first factor, then perhaps pending, then a session.
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import type { CommandResult } from '../../domain/command.js';

export interface ClientOrigin {
  readonly address: string;
  /** 'Firefox on Windows' */
  readonly browser: string;
}

/** Each stage may come with a request of its own. */
export interface SignInRequest {
  readonly client: ClientOrigin;
  readonly correlationId: string;
}

export interface AttemptAtProvider {
  readonly identity: string;
  readonly providerSession?: string;
  /** ISO 8601. undefined: begun in a version before. */
  readonly begunAt?: string;
  /** By the provider's clock; undefined: it does not say. */
  readonly authenticatedAt?: string;
}

/** `identity`, `providerSession` and `link` are digests: of the account and the session at the provider, and of the one-time link, which is used up. */
export type SignInAttempt = { readonly person: PersonDocument } & (
  | { readonly by: 'password' }
  | { readonly by: 'demo' }
  | ({ readonly by: 'provider' } & AttemptAtProvider)
  | { readonly by: 'link'; readonly link: string }
);

/** Attempts that a second factor follows in a request of its own. */
export type FirstFactorAttempt = Extract<SignInAttempt, { readonly by: 'password' | 'provider' }>;

/** The first factor was right; the second comes before there is a session. */
export interface PendingSignIn {
  readonly attempt: FirstFactorAttempt;
  /** `set-up`: the rules ask for a second factor that the person does not have yet. */
  readonly next: 'code' | 'set-up';
}

export interface StartedSession {
  readonly person: Pick<PersonDocument, 'id' | 'roles'>;
  readonly cookie: string;
  readonly written: CommandResult;
}

export const isPending = (outcome: StartedSession | PendingSignIn): outcome is PendingSignIn =>
  !('cookie' in outcome);
