// People are known by issuer and subject alone: a mail address may belong to another person tomorrow.
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import {
  digestIdentity,
  digestProviderSession,
  findPersonByIdentity,
} from '#command-handling/people/identities/claimed-identities.js';
import { readUser } from '#command-handling/pipeline/acting-person.js';
import type { CommandResult } from '#domain/command.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { isPossibleName } from '#domain/user/user-names.js';
import { FollowProviderGroups, LinkIdentity, RegisterUser } from '#domain/user/user-commands.js';
import type { LinkedIdentity, ProviderIdentity } from '#domain/user/linked-identities.js';
import type { EventStore } from '#event-store/event-store.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { createLruCacheOptions } from '#platform/lru-cache-options.js';
import { EVENT_STORE, PERSONAL_DATA } from '../../ports/storage-tokens.js';
import { IdentityCommands } from '../identity-commands.js';
import { People } from '../people.js';
import { Seals } from '../seals.js';
import { SESSION_LIFETIME_MS } from '../sessions.js';
import type { SignedInPerson } from '../signed-in-person.js';
import { SignIn } from '../sign-in/sign-in.js';
import type { PendingSignIn, SignInRequest, StartedSession } from '../sign-in/sign-in-attempt.js';
import { ProviderClient, type ProvedIdentity } from './provider-client.js';
import { ProviderRoles } from './provider-roles.js';
import { ProviderRefused } from './provider-error.js';
import { ProviderSigning } from './provider-signing.js';
import { SIGN_IN_PROVIDERS, type SignInProvider } from './sign-in-provider.js';

export interface BegunProviderSignIn {
  /** Address at the provider. */
  readonly url: string;
  /** Sealed. */
  readonly cookie: string;
}

export interface ProviderCallback extends SignInRequest {
  /** As the browser called it, with the query. */
  readonly url: string;
  readonly cookie: string | undefined;
  readonly viewer: SignedInPerson | undefined;
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

const INTENT = {
  name: 'sign-in by a provider',
  schema: z.object({
    provider: z.string(),
    next: z.string(),
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    /** Links the account of this session instead of signing in. */
    link: z.object({ person: z.string(), session: z.number().optional() }).optional(),
    /** Confirms a signature of this session instead; `since`: seconds since 1970. */
    signing: z
      .object({ person: z.string(), session: z.number(), command: z.string(), since: z.number() })
      .optional(),
  }),
};
type SignInIntent = z.output<typeof INTENT.schema>;

const AT_PROVIDER = {
  name: 'session at a provider',
  schema: z.object({ provider: z.string(), person: z.string(), idToken: z.string().optional() }),
};
/** Characters of an ID token that fits, sealed, into a cookie. */
const MAX_ID_TOKEN = 2_200;

export const PROVIDER_SIGN_IN_LIFETIME_MS = 10 * 60_000;
const WAITS_FOR_PERSON = 5;
const REGISTRATION_MS = 3_000;
const POLL_PAUSE_MS = 50;

const isTaken = (error: unknown): boolean =>
  error instanceof Refused && error.reasons.some(({ code }) => code === 'IDENTITY_TAKEN');

@Injectable()
export class ProviderSignIn {
  /** Providers refuse used codes; this spares them the request. */
  private readonly usedStates = new LRUCache<string, true>({
    ...createLruCacheOptions(10_000),
    ttl: PROVIDER_SIGN_IN_LIFETIME_MS,
  });

  @Inject(SIGN_IN_PROVIDERS) readonly providers!: readonly SignInProvider[];
  @Inject(EVENT_STORE) private readonly store!: EventStore;
  @Inject(PERSONAL_DATA) private readonly personalData!: PersonalData;
  @Inject(Seals) private readonly seals!: Seals;
  @Inject(ProviderSigning) private readonly signing!: ProviderSigning;

  constructor(
    private readonly client: ProviderClient,
    private readonly people: People,
    private readonly signIn: SignIn,
    private readonly commands: IdentityCommands,
    private readonly roles: ProviderRoles,
  ) {}

  /** Throws `Refused` NOT_FOUND. */
  findProvider(key: string): SignInProvider {
    const provider = this.providers.find((each) => each.key === key);
    if (!provider) throw new Refused([createBuiltInReason('NOT_FOUND')]);
    return provider;
  }

  /** From the log. */
  async listIdentities(person: string): Promise<readonly LinkedIdentity[]> {
    const { store, personalData } = this;
    const state = await readUser({ store, personalData }, person);
    return state.status === 'registered' ? state.identities : [];
  }

  /** `linkTo`: the signed-in person whose account gets the identity. Throws `ProviderRefused`. */
  async begin(
    provider: SignInProvider,
    { redirectUri, next, linkTo }: { redirectUri: string; next: string; linkTo?: SignedInPerson },
  ): Promise<BegunProviderSignIn> {
    const { url, ...checks } = await this.client.begin(provider, redirectUri);
    const link = linkTo && {
      person: linkTo.id,
      ...(linkTo.session !== undefined && { session: linkTo.session }),
    };
    const intent: SignInIntent = { ...checks, provider: provider.key, next, ...(link && { link }) };
    return { url, cookie: await this.seals.seal(INTENT, intent, PROVIDER_SIGN_IN_LIFETIME_MS) };
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
    const { url, ...checks } = await this.client.begin(provider, redirectUri, { again: true });
    const intent: SignInIntent = { ...checks, provider: provider.key, next, signing: { ...signing, since } };
    return { url, cookie: await this.seals.seal(INTENT, intent, PROVIDER_SIGN_IN_LIFETIME_MS) };
  }

  /** Throws `ProviderRefused`, or `Refused` PERSON_NOT_INVITED, IDENTITY_TAKEN, ACCOUNT_LOCKED. */
  async finish(provider: SignInProvider, callback: ProviderCallback): Promise<FinishedProviderSignIn> {
    const intent = await this.readIntent(provider, callback);
    const { next, link } = intent;
    const proved = await this.client.finish(provider, callback.url, intent);
    const identity = this.identify(proved);
    if (intent.signing)
      return {
        next,
        confirmed: await this.signing.finish(
          provider,
          intent.signing,
          { identity: identity.identity, proved },
          callback,
        ),
      };
    if (link) return { next, linked: await this.link(identity, link.person, callback) };
    const person = await this.findOrRegister(provider, { identity, proved }, callback);
    await this.followGroups(person, { provider, identity, proved }, callback);
    const document = await this.readPerson(person);
    const account = { identity: identity.identity, ...this.digestSession(proved) };
    const attempt = { person: document, by: 'provider', ...account } as const;
    const outcome = await this.signIn.proceed(attempt, callback.remembered, callback);
    return { next, outcome, atProvider: await this.sealSession(provider, person, proved) };
  }

  private digestSession({ issuer, session }: ProvedIdentity) {
    const { personalData } = this;
    return session === undefined
      ? {}
      : { providerSession: digestProviderSession({ personalData }, issuer, session) };
  }

  /** undefined: this person did not sign in by a provider, or there is nothing to sign out at. */
  async findSignOutUrl(
    atProvider: string | undefined,
    person: string | undefined,
    returnTo: string,
  ): Promise<string | undefined> {
    const session = await this.seals.open(AT_PROVIDER, atProvider);
    const provider = this.providers.find(({ key }) => key === session?.provider);
    if (!session || !provider || session.person !== person) return undefined;
    return this.client.findSignOutUrl(provider, { idToken: session.idToken, returnTo });
  }

  private async sealSession(
    { key }: SignInProvider,
    person: string,
    { idToken }: ProvedIdentity,
  ): Promise<string> {
    const session = { provider: key, person, ...(idToken.length <= MAX_ID_TOKEN && { idToken }) };
    return this.seals.seal(AT_PROVIDER, session, SESSION_LIFETIME_MS);
  }

  /** Throws `ProviderRefused` PROVIDER_SIGN_IN_EXPIRED. */
  private async readIntent(
    provider: SignInProvider,
    { url, cookie, viewer }: ProviderCallback,
  ): Promise<SignInIntent> {
    const intent = await this.seals.open(INTENT, cookie);
    const isOwn =
      intent?.provider === provider.key && new URL(url).searchParams.get('state') === intent.state;
    if (!isOwn || this.usedStates.has(intent.state))
      throw new ProviderRefused('PROVIDER_SIGN_IN_EXPIRED', provider);
    this.usedStates.set(intent.state, true);
    const { link, signing } = intent;
    const own = link ?? signing;
    if (own && (viewer?.id !== own.person || viewer.session !== own.session))
      throw new ProviderRefused('PROVIDER_SIGN_IN_EXPIRED', provider);
    return intent;
  }

  private identify({ issuer, subject }: ProvedIdentity): ProviderIdentity {
    const { personalData } = this;
    return { identity: digestIdentity({ personalData }, issuer, subject), issuer, subject };
  }

  private async link(
    identity: ProviderIdentity,
    person: string,
    { correlationId }: ProviderCallback,
  ): Promise<CommandResult> {
    const context = { actor: person, commandId: uuid(), correlationId };
    return this.commands.send(new LinkIdentity({ id: person, ...identity, context }));
  }

  private async findOrRegister(
    provider: SignInProvider,
    { identity, proved: { names } }: { identity: ProviderIdentity; proved: ProvedIdentity },
    { correlationId }: ProviderCallback,
  ): Promise<string> {
    const known = await this.findPerson(identity);
    if (known !== undefined) return known;
    if (!provider.registers)
      throw new Refused([createBuiltInReason('PERSON_NOT_INVITED', { with: { provider: provider.title } })]);
    const id = uuid();
    // A name that cannot be shown must not prevent a sign-in.
    const name = names.find(isPossibleName) ?? `${provider.title} ${identity.identity.slice(0, 8)}`;
    const context = { actor: 'system', commandId: uuid(), correlationId };
    try {
      await this.commands.send(new RegisterUser({ id, name, identity, context }));
      return id;
    } catch (error) {
      const registered = isTaken(error) ? await this.waitForPerson(identity) : undefined;
      if (registered === undefined) throw error;
      return registered;
    }
  }

  /** Another tab claimed the identity, and registers the person just now. */
  private async waitForPerson(identity: ProviderIdentity): Promise<string | undefined> {
    for (let wait = 0; wait < REGISTRATION_MS; wait += POLL_PAUSE_MS) {
      const person = await this.findPerson(identity);
      if (person !== undefined) return person;
      await sleep(POLL_PAUSE_MS);
    }
    return undefined;
  }

  private async findPerson({ identity }: ProviderIdentity): Promise<string | undefined> {
    const { store, personalData } = this;
    return findPersonByIdentity({ store, personalData }, identity);
  }

  private async followGroups(
    person: string,
    {
      provider: { key },
      identity: { identity },
      proved: { groups },
    }: {
      readonly provider: SignInProvider;
      readonly identity: ProviderIdentity;
      readonly proved: ProvedIdentity;
    },
    { correlationId }: ProviderCallback,
  ): Promise<void> {
    if (groups === undefined) return;
    const { roles, kept } = await this.roles.findRoles(key, groups);
    const context = { actor: 'system', commandId: uuid(), correlationId };
    await this.commands.send(
      new FollowProviderGroups({ id: person, identity, groups: kept, roles, context }),
    );
  }

  /** Someone who was just registered may not be in the read model yet. Throws `Refused` UNAVAILABLE. */
  private async readPerson(id: string) {
    for (let wait = 0; wait < WAITS_FOR_PERSON; wait += 1) {
      await this.commands.waitForHead();
      const document = await this.people.byId(id);
      if (document) return document;
    }
    throw new Refused([createBuiltInReason('UNAVAILABLE')]);
  }
}
