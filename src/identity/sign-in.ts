// Signing in: by name and password, or, while the demo is on, as one of its people.
import { v7 as uuid } from 'uuid';
import type { PersonDocument } from '../../projections/people/person-document.js';
import type { Written } from '../domain/command.js';
import { builtInReason } from '../domain/reason.js';
import { Refused } from '../domain/refusal.js';
import { NoteSignIn } from '../domain/user/user-commands.js';
import type { Attempts } from './attempts.js';
import { passwordMatches } from './passwords.js';
import type { People } from './people.js';
import type { Sessions } from './sessions.js';
import type { SignedIn } from './signed-in.js';

/** A session begun: the cookie's value, and where the sign-in was written. */
export interface Begun {
  readonly cookie: string;
  readonly written: Written;
}

export interface Credentials {
  readonly name: string;
  readonly password: string;
  /** Network address attempts are counted by. */
  readonly address: string;
}

export interface SignInParts {
  readonly people: People;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly note: (command: NoteSignIn) => Promise<Written>;
  /** The keyed hash by which a sign-in name is found. */
  readonly digest: (name: string) => string;
  /** Whether demo people may be signed in with one click. */
  readonly demo: boolean;
  /** Returns once people are known as the log has them: somebody just registered signs in at once. */
  readonly upToDate: () => Promise<void>;
}

type By = NoteSignIn['data']['by'];

export class SignIn {
  constructor(private readonly parts: SignInParts) {}

  /** Throws `Refused` WRONG_PASSWORD or TOO_MANY_ATTEMPTS. */
  async withPassword(credentials: Credentials, correlationId: string): Promise<Begun> {
    return this.begin(await this.check(credentials), 'password', correlationId);
  }

  /** As `withPassword`, for programs: noted the same, without a cookie. */
  async forProgram(credentials: Credentials, correlationId: string): Promise<PersonDocument> {
    const person = await this.check(credentials);
    await this.note(person, 'password', correlationId);
    return person;
  }

  /** People to sign in as with one click; none unless the demo is on. */
  async demoPeople(): Promise<readonly SignedIn[]> {
    return this.parts.demo ? this.parts.people.demo() : [];
  }

  /** Throws `Refused` NOT_FOUND unless the demo is on and the person is one of its people. */
  async asDemo(id: string, correlationId: string): Promise<Begun> {
    const person = this.parts.demo ? await this.parts.people.byId(id) : undefined;
    if (!person?.demo || person.erasedAt !== null) throw refused('NOT_FOUND');
    return this.begin(person, 'demo', correlationId);
  }

  /** For a person who has proven who he is. */
  async begin(person: PersonDocument, by: By, correlationId: string): Promise<Begun> {
    const written = await this.note(person, by, correlationId);
    return { cookie: await this.parts.sessions.begin(person), written };
  }

  private async note({ id }: PersonDocument, by: By, correlationId: string): Promise<Written> {
    const context = { actor: id, commandId: uuid(), correlationId };
    return this.parts.note(new NoteSignIn({ id, by, context }));
  }

  /** The person these credentials are right for. Slow on purpose. Throws `Refused` WRONG_PASSWORD or TOO_MANY_ATTEMPTS. */
  private async check({ name, password, address }: Credentials): Promise<PersonDocument> {
    const digest = this.parts.digest(name);
    const seconds = this.parts.attempts.begin(digest, address);
    if (seconds > 0) throw refused('TOO_MANY_ATTEMPTS', seconds);
    await this.parts.upToDate();
    const person = await this.parts.people.bySignInDigest(digest);
    const stored = person && (await this.parts.people.passwordHash(person));
    const matches = await passwordMatches(stored, password);
    if (!person || !matches) throw refused('WRONG_PASSWORD');
    this.parts.attempts.succeeded(digest, address);
    return person;
  }
}

function refused(code: 'WRONG_PASSWORD' | 'TOO_MANY_ATTEMPTS' | 'NOT_FOUND', seconds = 0): Refused {
  return new Refused([builtInReason(code, { with: { seconds } })]);
}
