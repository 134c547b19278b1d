// People as sign-in sees them: looked up in the read model `people`, names and hashes opened where needed.
import { LRUCache } from 'lru-cache';
import { atMost } from '#platform/at-most.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { peopleIn, type PeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import {
  unlessErased,
  type Unsealed,
  type PersonalData,
} from '../event-store/personal-data/personal-data.js';
import { INSTALLATION } from '../domain/user/user-events.js';
import type { SignedIn } from './signed-in.js';
import type { RunningReadModels } from '../query-handling/running-read-models.js';

export class People {
  // Opening a name costs cryptography; the document's position says whether it is still the same.
  private readonly known = new LRUCache<string, { readonly position: number; readonly person: SignedIn }>(
    atMost(10_000),
  );

  constructor(
    private readonly readModels: Pick<RunningReadModels, 'generation'>,
    private readonly personalData: PersonalData,
  ) {}

  async byId(id: string): Promise<PersonDocument | undefined> {
    return this.reads().get(id);
  }

  /** undefined also for somebody who was erased. */
  async bySignInDigest(digest: string): Promise<PersonDocument | undefined> {
    const found = await this.reads().bySignInDigest(digest);
    return found?.erasedAt === null ? found : undefined;
  }

  /** People who may be signed in with one click while the demo is on, by name. */
  async demo(): Promise<readonly SignedIn[]> {
    const documents = await this.reads().ofDemo();
    const people = await Promise.all(documents.map(async (document) => this.signedIn(document)));
    return people.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  }

  /** Whether somebody real administers this installation already. */
  async hasAdmin(): Promise<boolean> {
    return this.reads().hasAdmin();
  }

  /** Everybody who was ever registered to work here, up to a number far beyond a first start: nobody of the demo or of a log. */
  async countEver(): Promise<number> {
    return this.reads().countRegistered();
  }

  /** The stored hash of the password, opened; undefined where there is none or it was erased. */
  async passwordHash({ passwordHash }: PersonDocument): Promise<string | undefined> {
    const opened = (await this.personalData.open(passwordHash)) as Unsealed<string> | null;
    return opened === null ? undefined : unlessErased(opened);
  }

  /** undefined: there is none, or it was erased. */
  async signInName({ signInName }: PersonDocument): Promise<string | undefined> {
    const opened = (await this.personalData.open(signInName)) as Unsealed<string> | null;
    return opened === null ? undefined : unlessErased(opened);
  }

  private reads(): PeopleReadModel {
    return peopleIn(this.readModels);
  }

  async signedIn(document: PersonDocument): Promise<SignedIn> {
    const known = this.known.get(document.id);
    if (known?.position === document.position) return known.person;
    const name = (await this.personalData.open(document.name)) as Unsealed<string>;
    const installation = document.roles[INSTALLATION] ?? [];
    const person: SignedIn = {
      id: document.id,
      name: unlessErased(name) ?? 'erased',
      admin: installation.includes('admin'),
      auditor: installation.includes('auditor'),
      demo: document.demo,
      hasPassword: document.passwordHash !== null,
      passwordByAnother: document.passwordByAnother,
      roles: document.roles,
    };
    this.known.set(document.id, { position: document.position, person });
    return person;
  }
}
