// People as sign-in sees them: looked up in the read model `people`, names and hashes opened where needed.
import { LRUCache } from 'lru-cache';
import type { PersonDocument } from '../../projections/people/person-document.js';
import type { Opened, PersonalData } from '../event-store/personal-data/personal-data.js';
import { INSTALLATION } from '../domain/user/user-events.js';
import type { RunningReadModels } from '../query-handling/ports.js';
import { isErased } from '../specification/value.js';
import type { SignedIn } from './signed-in.js';

const PEOPLE = 'people';

export class People {
  // Opening a name costs cryptography; the document's position says whether it is still the same.
  private readonly known = new LRUCache<string, { readonly position: number; readonly person: SignedIn }>({
    max: 10_000,
  });

  constructor(
    private readonly readModels: Pick<RunningReadModels, 'generation'>,
    private readonly personalData: PersonalData,
  ) {}

  async byId(id: string): Promise<PersonDocument | undefined> {
    return (await this.reads()).get<PersonDocument>(PEOPLE, id);
  }

  async bySignInDigest(digest: string): Promise<PersonDocument | undefined> {
    const { documents } = await (
      await this.reads()
    ).find<PersonDocument>(PEOPLE, { filter: { signInDigest: digest, erasedAt: null }, limit: 1 });
    return documents[0];
  }

  /** People who may be signed in with one click while the demo is on, by name. */
  async demo(): Promise<readonly SignedIn[]> {
    const filter = { demo: true, erasedAt: null };
    const { documents } = await (await this.reads()).find<PersonDocument>(PEOPLE, { filter, limit: 50 });
    const people = await Promise.all(documents.map(async (document) => this.signedIn(document)));
    return people.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  }

  /** Whether somebody real administers this installation already. */
  async hasAdmin(): Promise<boolean> {
    const reads = await this.reads();
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page = await reads.find<PersonDocument>(PEOPLE, {
        filter: { demo: false, erasedAt: null },
        limit: 500,
        ...(cursor !== undefined && { cursor }),
      });
      if (page.documents.some(({ roles }) => roles[INSTALLATION]?.includes('admin'))) return true;
      cursor = page.next;
    }
    return false;
  }

  /** Everybody who was ever registered to work here, up to a number far beyond a first start: nobody of the demo or of a log. */
  async countEver(): Promise<number> {
    return (await (await this.reads()).count(PEOPLE, { demo: false, fromLog: false })).count;
  }

  /** The stored hash of the password, opened; undefined where there is none or it was erased. */
  async passwordHash({ passwordHash }: PersonDocument): Promise<string | undefined> {
    const opened = (await this.personalData.open(passwordHash)) as Opened<string> | null;
    return opened === null || isErased(opened) ? undefined : opened;
  }

  /** undefined: there is none, or it was erased. */
  async signInName({ signInName }: PersonDocument): Promise<string | undefined> {
    const opened = (await this.personalData.open(signInName)) as Opened<string> | null;
    return opened === null || isErased(opened) ? undefined : opened;
  }

  private async reads() {
    return this.readModels.generation('people');
  }

  async signedIn(document: PersonDocument): Promise<SignedIn> {
    const known = this.known.get(document.id);
    if (known?.position === document.position) return known.person;
    const name = (await this.personalData.open(document.name)) as Opened<string>;
    const installation = document.roles[INSTALLATION] ?? [];
    const person: SignedIn = {
      id: document.id,
      name: isErased(name) ? 'erased' : name,
      admin: installation.includes('admin'),
      auditor: installation.includes('auditor'),
      demo: document.demo,
      passwordByAnother: document.passwordByAnother,
      roles: document.roles,
    };
    this.known.set(document.id, { position: document.position, person });
    return person;
  }
}
