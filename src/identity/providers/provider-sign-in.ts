import { Injectable } from '@nestjs/common';
import type { CommandResult } from '#domain/command.js';
import type { SignedInPerson } from '../signed-in-person.js';
import { SignIn } from '../sign-in/sign-in.js';
import type { PendingSignIn, SignInRequest, StartedSession } from '../sign-in/sign-in-attempt.js';
import { ProviderIntents, type BegunProviderSignIn, type ReturnFromProvider } from './provider-intents.js';
import type { ProvedIdentity } from './provider-client.js';
import { ProviderPeople } from './provider-people.js';
import { ProviderSessions } from './provider-sessions.js';
import { ProviderSigning } from './provider-signing.js';
import type { SignInProvider } from './sign-in-provider.js';

export interface ProviderCallback extends SignInRequest, ReturnFromProvider {
  /** Cookie of a remembered browser. */
  readonly remembered: string | undefined;
}

export type FinishedProviderSignIn = { readonly next: string } & (
  | { readonly linked: CommandResult }
  /** Sealed. */
  | { readonly confirmed: string }
  | {
      readonly outcome: StartedSession | PendingSignIn;
      /** Sealed, for signing out there. */
      readonly atProvider: string;
    }
);

@Injectable()
export class ProviderSignIn {
  constructor(
    private readonly intents: ProviderIntents,
    private readonly people: ProviderPeople,
    private readonly sessions: ProviderSessions,
    private readonly signIn: SignIn,
    private readonly signing: ProviderSigning,
  ) {}

  /** `linkTo`: the signed-in person whose account gets the identity. Throws `ProviderRefused`. */
  async begin(
    provider: SignInProvider,
    { redirectUri, next, linkTo }: { redirectUri: string; next: string; linkTo?: SignedInPerson },
  ): Promise<BegunProviderSignIn> {
    const link = linkTo && {
      person: linkTo.id,
      ...(linkTo.session !== undefined && { session: linkTo.session }),
    };
    return this.intents.begin(provider, redirectUri, { next, ...(link && { link }) });
  }

  /** `command`: of the form that is to be signed. Throws `ProviderRefused`. */
  async beginSigning(
    provider: SignInProvider,
    {
      redirectUri,
      next,
      ...signing
    }: { redirectUri: string; next: string; person: string; session: number; command: string },
  ): Promise<BegunProviderSignIn> {
    const since = this.signing.now();
    return this.intents.begin(provider, redirectUri, { next, signing: { ...signing, since } });
  }

  /** Throws `ProviderRefused`, or `Refused` PERSON_NOT_INVITED, IDENTITY_TAKEN, ACCOUNT_LOCKED. */
  async finish(provider: SignInProvider, callback: ProviderCallback): Promise<FinishedProviderSignIn> {
    const { intent, proved } = await this.intents.finish(provider, callback);
    const { next, link, signing } = intent;
    const { correlationId } = callback;
    const account = this.people.digest(proved);
    if (signing) {
      const { identity } = account;
      return {
        next,
        confirmed: await this.signing.finish(provider, signing, { identity, proved }, callback),
      };
    }
    if (link) return { next, linked: await this.people.link(link.person, proved, correlationId) };
    const person = await this.people.findOrRegister(provider, proved, correlationId);
    const attempt = { person, by: 'provider', ...account, ...momentsOf(intent, proved) } as const;
    const outcome = await this.signIn.proceed(attempt, callback.remembered, callback);
    return { next, outcome, atProvider: await this.sessions.seal(provider, person.id, proved) };
  }
}

const momentsOf = (
  { begunAt }: { readonly begunAt?: string | undefined },
  { authenticatedAt }: Pick<ProvedIdentity, 'authenticatedAt'>,
) => ({
  ...(begunAt !== undefined && { begunAt }),
  ...(authenticatedAt !== undefined && {
    authenticatedAt: new Date(authenticatedAt * 1_000).toISOString(),
  }),
});
