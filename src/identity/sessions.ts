// Who is behind a request: the session in its sealed cookie, and the person whose session it is.
import { createHash } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/clock.js';
import { limitEntries } from '../platform/at-most.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import {
  createPeopleReadModel,
  type PeopleReadModel,
} from '#projections/read-models/people/people-read-model.js';
import {
  undefinedIfErased,
  type Unsealed,
  type PersonalData,
} from '../event-store/personal-data/personal-data.js';
import { DEFAULT_PREFERENCES } from '../domain/user/preference-events.js';
import { INSTALLATION } from '../domain/user/user-events.js';
import type { SignedIn } from './signed-in.js';
import type { RunningReadModels } from '../query-handling/running-read-models.js';

export interface Session {
  /** Id of the person. */
  readonly person: string;
  /** Version that its sign-in has in the person's stream: no two sessions of a person have the same. */
  readonly begun: number;
  /** Digest of the password at sign-in: a new password ends every session begun with the old one. */
  readonly stamp: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const HOURS = 12;
/** Milliseconds a session lasts. */
export const SESSION_LIFETIME_MS = HOURS * 3_600_000;

/** Changes whenever the person's password does. */
export function makeSessionStamp({ passwordHash }: Pick<PersonDocument, 'passwordHash'>): string {
  return createHash('sha256').update(JSON.stringify(passwordHash)).digest('base64url').slice(0, 16);
}

/** Sessions are sealed cookies: nothing is kept on the server but who signed out of which, which is in the log. */
export class Sessions {
  // A page must not pay for cryptography each time its cookie comes along.
  private readonly unsealed = new LRUCache<string, Session>(limitEntries(5000));
  // Ended by this process: it need not wait until read models say so.
  private readonly ended = new LRUCache<string, true>({ ...limitEntries(100_000), ttl: SESSION_LIFETIME_MS });

  constructor(
    private readonly secret: string,
    private readonly clock: Clock = () => new Date().toISOString(),
  ) {}

  /** A new sealed cookie; every sign-in gets its own. `begun`: version of the sign-in. */
  async begin(person: Pick<PersonDocument, 'id' | 'passwordHash'>, begun: number): Promise<string> {
    const session: Session = {
      person: person.id,
      begun,
      stamp: makeSessionStamp(person),
      until: Date.parse(this.clock()) + SESSION_LIFETIME_MS,
    };
    return sealData(session, { password: this.secret, ttl: SESSION_LIFETIME_MS / 1000 });
  }

  /** What the cookie holds; undefined where it was tampered with, is too old or was ended here. */
  async of(cookie: string): Promise<Session | undefined> {
    const session = this.unsealed.get(cookie) ?? (await this.unseal(cookie));
    return session && session.until > Date.parse(this.clock()) && !this.ended.has(nameOf(session))
      ? session
      : undefined;
  }

  /** To this process the session is over, whichever cookie names it. For the others it has to be written: see sign-out.ts. */
  end(session: Pick<Session, 'person' | 'begun'>): void {
    this.ended.set(nameOf(session), true);
  }

  private async unseal(cookie: string): Promise<Session | undefined> {
    if (cookie.length > 2000) return undefined;
    try {
      const session = await unsealData<Partial<Session>>(cookie, {
        password: this.secret,
        ttl: SESSION_LIFETIME_MS / 1000,
      });
      if (!session.person || !session.begun || !session.until || session.stamp === undefined)
        return undefined;
      this.unsealed.set(cookie, session as Session);
      return session as Session;
    } catch {
      return undefined;
    }
  }
}

const nameOf = ({ person, begun }: Pick<Session, 'person' | 'begun'>): string => `${person} ${begun}`;

/** Injection token of `OffersExamplePeople`. */
export const OFFERS_EXAMPLE_PEOPLE = Symbol('OFFERS_EXAMPLE_PEOPLE');

/** Whether the people of the examples may sign in without a password here and now. */
export type OffersExamplePeople = (people: Pick<People, 'countEver'>) => Promise<boolean>;

function preferred({ preferences }: PersonDocument): Pick<SignedIn, 'language' | 'timeZone' | 'singleKeys'> {
  const { language, timeZone, singleKeys } = preferences ?? DEFAULT_PREFERENCES;
  return {
    ...(language !== null && { language }),
    ...(timeZone !== null && { timeZone }),
    ...(singleKeys === false && { singleKeys }),
  };
}

/** People as sign-in sees them: looked up in the read model `people`, names and hashes opened where needed. */
export class People {
  // Opening a name costs cryptography; the document's position says whether it is still the same.
  private readonly known = new LRUCache<string, { readonly position: number; readonly person: SignedIn }>(
    limitEntries(10_000),
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
    const found = await this.reads().findBySignInDigest(digest);
    return found?.erasedAt === null ? found : undefined;
  }

  /** People who may be signed in with one click while the demo is on, by name. */
  async demo(): Promise<readonly SignedIn[]> {
    const documents = await this.reads().listDemoAccounts();
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
    return opened === null ? undefined : undefinedIfErased(opened);
  }

  /** undefined: there is none, or it was erased. */
  async signInName({ signInName }: PersonDocument): Promise<string | undefined> {
    const opened = (await this.personalData.open(signInName)) as Unsealed<string> | null;
    return opened === null ? undefined : undefinedIfErased(opened);
  }

  private reads(): PeopleReadModel {
    return createPeopleReadModel(this.readModels);
  }

  async signedIn(document: PersonDocument): Promise<SignedIn> {
    const known = this.known.get(document.id);
    if (known?.position === document.position) return known.person;
    const name = (await this.personalData.open(document.name)) as Unsealed<string>;
    const installation = document.roles[INSTALLATION] ?? [];
    const person: SignedIn = {
      id: document.id,
      name: undefinedIfErased(name) ?? 'erased',
      admin: installation.includes('admin'),
      auditor: installation.includes('auditor'),
      demo: document.demo,
      hasPassword: document.passwordHash !== null,
      passwordByAnother: document.passwordByAnother,
      ...preferred(document),
      roles: document.roles,
    };
    this.known.set(document.id, { position: document.position, person });
    return person;
  }
}
