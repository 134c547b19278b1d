import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createLruCacheOptions } from '../platform/lru-cache-options.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import {
  createPeopleReadModel,
  type PeopleReadModel,
} from '#projections/read-models/people/people-read-model.js';
import {
  toUndefinedIfErased,
  type ErasedOr,
  type PersonalData,
} from '../event-store/personal-data/personal-data.js';
import { PERSONAL_DATA } from '../ports/storage-tokens.js';
import { PROJECTION_PROGRESS } from '../query-handling/query-dependencies.js';
import { DEFAULT_PREFERENCES } from '../domain/user/preference-events.js';
import { INSTALLATION } from '../domain/user/user-events.js';
import { digestSignInName } from '../command-handling/people/sign-in-names.js';
import { HAS_PASSWORDS } from './providers/sign-in-provider.js';
import type { SignedInPerson } from './signed-in-person.js';
import type { ProjectionProgress } from '../query-handling/projection-progress.js';

export const OFFERS_EXAMPLE_PEOPLE = Symbol('OFFERS_EXAMPLE_PEOPLE');

/** Whether demo people may sign in without a password. */
export type OffersExamplePeople = (people: Pick<People, 'countEver'>) => Promise<boolean>;

function pickPreferences({
  preferences,
}: PersonDocument): Pick<SignedInPerson, 'language' | 'timeZone' | 'singleKeys'> {
  const { language, timeZone, singleKeys } = preferences ?? DEFAULT_PREFERENCES;
  return {
    ...(language !== null && { language }),
    ...(timeZone !== null && { timeZone }),
    ...(singleKeys === false && { singleKeys }),
  };
}

@Injectable()
export class People {
  // Opening costs cryptography; the position invalidates the entry.
  private readonly signedInPeople = new LRUCache<
    string,
    { readonly position: number; readonly person: SignedInPerson }
  >(createLruCacheOptions(10_000));

  constructor(
    @Inject(PROJECTION_PROGRESS) private readonly readModels: Pick<ProjectionProgress, 'generation'>,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
    @Inject(OFFERS_EXAMPLE_PEOPLE) private readonly offersExamplePeople: OffersExamplePeople,
    @Inject(HAS_PASSWORDS) private readonly hasPasswords: boolean,
  ) {}

  /** Also false where passwords are switched off: one that was set before counts for nothing. */
  hasPassword({ passwordHash }: Pick<PersonDocument, 'passwordHash'>): boolean {
    return this.hasPasswords && passwordHash !== null;
  }

  async byId(id: string): Promise<PersonDocument | undefined> {
    return this.readModel().get(id);
  }

  async bySignInDigest(digest: string): Promise<PersonDocument | undefined> {
    const found = await this.readModel().findBySignInDigest(digest);
    return found?.erasedAt === null ? found : undefined;
  }

  digestSignInName(name: string): string {
    return digestSignInName({ personalData: this.personalData }, name);
  }

  async isDemoOn(): Promise<boolean> {
    return this.offersExamplePeople(this);
  }

  async demo(): Promise<readonly SignedInPerson[]> {
    const documents = await this.readModel().listDemoAccounts();
    const people = await Promise.all(documents.map(async (document) => this.signedIn(document)));
    return people.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  }

  /** Demo people do not count. */
  async hasAdmin(): Promise<boolean> {
    return this.readModel().hasAdmin();
  }

  /** People of demos and imported logs do not count. */
  async countEver(): Promise<number> {
    return this.readModel().countRegistered();
  }

  /** undefined: none, or erased. */
  async passwordHash({ passwordHash }: PersonDocument): Promise<string | undefined> {
    const opened = (await this.personalData.open(passwordHash)) as ErasedOr<string> | null;
    return opened === null ? undefined : toUndefinedIfErased(opened);
  }

  /** undefined: none, or erased. */
  async signInName({ signInName }: PersonDocument): Promise<string | undefined> {
    const opened = (await this.personalData.open(signInName)) as ErasedOr<string> | null;
    return opened === null ? undefined : toUndefinedIfErased(opened);
  }

  private readModel(): PeopleReadModel {
    return createPeopleReadModel(this.readModels);
  }

  async signedIn(document: PersonDocument): Promise<SignedInPerson> {
    const known = this.signedInPeople.get(document.id);
    if (known?.position === document.position) return known.person;
    const name = (await this.personalData.open(document.name)) as ErasedOr<string>;
    const installation = document.roles[INSTALLATION] ?? [];
    const person: SignedInPerson = {
      id: document.id,
      name: toUndefinedIfErased(name) ?? 'erased',
      admin: installation.includes('admin'),
      auditor: installation.includes('auditor'),
      demo: document.demo,
      hasPassword: this.hasPassword(document),
      passwordByAnother: document.passwordByAnother,
      ...pickPreferences(document),
      roles: document.roles,
    };
    this.signedInPeople.set(document.id, { position: document.position, person });
    return person;
  }
}
