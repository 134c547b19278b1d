// People are known by issuer and subject alone: a mail address may belong to another person tomorrow.
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
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
import { EVENT_STORE, PERSONAL_DATA } from '../../ports/storage-tokens.js';
import { IdentityCommands } from '../identity-commands.js';
import { People } from '../people.js';
import type { ProvedIdentity } from './provider-client.js';
import { ProviderRoles } from './provider-roles.js';
import type { SignInProvider } from './sign-in-provider.js';

interface Proof {
  readonly provider: SignInProvider;
  readonly proved: ProvedIdentity;
}

const WAITS_FOR_PERSON = 5;
const REGISTRATION_MS = 3_000;
const POLL_PAUSE_MS = 50;

const isTaken = (error: unknown): boolean =>
  error instanceof Refused && error.reasons.some(({ code }) => code === 'IDENTITY_TAKEN');

@Injectable()
export class ProviderPeople {
  constructor(
    private readonly people: People,
    private readonly commands: IdentityCommands,
    private readonly roles: ProviderRoles,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
  ) {}

  /** From the log. */
  async listIdentities(person: string): Promise<readonly LinkedIdentity[]> {
    const { store, personalData } = this;
    const state = await readUser({ store, personalData }, person);
    return state.status === 'registered' ? state.identities : [];
  }

  /** With roles by groups. Throws `Refused` PERSON_NOT_INVITED or UNAVAILABLE. */
  async findOrRegister(
    provider: SignInProvider,
    proved: ProvedIdentity,
    correlationId: string,
  ): Promise<PersonDocument> {
    const identity = this.identify(proved);
    const person =
      (await this.findPerson(identity)) ??
      (await this.register({ provider, proved }, identity, correlationId));
    await this.followGroups(person, { provider, proved }, correlationId);
    return this.readPerson(person);
  }

  /** Throws `Refused` IDENTITY_TAKEN. */
  async link(person: string, proved: ProvedIdentity, correlationId: string): Promise<CommandResult> {
    const context = { actor: person, commandId: uuid(), correlationId };
    return this.commands.send(new LinkIdentity({ id: person, ...this.identify(proved), context }));
  }

  /** Digests of account and session at the provider. */
  digest(proved: ProvedIdentity) {
    const { issuer, session } = proved;
    const { personalData } = this;
    return {
      identity: this.identify(proved).identity,
      ...(session !== undefined && {
        providerSession: digestProviderSession({ personalData }, issuer, session),
      }),
    };
  }

  private identify({ issuer, subject }: ProvedIdentity): ProviderIdentity {
    const { personalData } = this;
    return { identity: digestIdentity({ personalData }, issuer, subject), issuer, subject };
  }

  private async register(
    { provider, proved: { names } }: Proof,
    identity: ProviderIdentity,
    correlationId: string,
  ): Promise<string> {
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
    { provider: { key }, proved }: Proof,
    correlationId: string,
  ): Promise<void> {
    const { groups } = proved;
    if (groups === undefined) return;
    const { identity } = this.identify(proved);
    const { roles, kept } = await this.roles.findRoles(key, groups);
    const context = { actor: 'system', commandId: uuid(), correlationId };
    await this.commands.send(
      new FollowProviderGroups({ id: person, identity, groups: kept, roles, context }),
    );
  }

  /** Someone who was just registered may not be in the read model yet. Throws `Refused` UNAVAILABLE. */
  private async readPerson(id: string): Promise<PersonDocument> {
    for (let wait = 0; wait < WAITS_FOR_PERSON; wait += 1) {
      await this.commands.waitForHead();
      const document = await this.people.byId(id);
      if (document) return document;
    }
    throw new Refused([createBuiltInReason('UNAVAILABLE')]);
  }
}
