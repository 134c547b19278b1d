// Signing in: by name and password, or, while the demo is on, as one of its people.
import { v7 as uuid } from 'uuid';
import type { PersonDocument } from '../../projections/people/person-document.js';
import type { Written } from '../domain/command.js';
import { builtInReason } from '../domain/reason.js';
import { Refused } from '../domain/refusal.js';
import { BeginSignIn, NoteFailedSignIn, NoteSignIn } from '../domain/user/user-commands.js';
import { Turns } from '../command-handling/turns.js';
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
  readonly send: (command: NoteSignIn | BeginSignIn | NoteFailedSignIn) => Promise<Written>;
  /** The keyed hash by which a sign-in name is found. */
  readonly digest: (name: string) => string;
  /** Whether demo people may be signed in with one click. */
  readonly demo: boolean;
  /** Returns once people are known as the log has them: somebody just registered signs in at once. */
  readonly upToDate: () => Promise<void>;
}

type By = NoteSignIn['data']['by'];

export class SignIn {
  private readonly turns = new Turns();

  constructor(private readonly parts: SignInParts) {}

  /** Throws `Refused` WRONG_PASSWORD or TOO_MANY_ATTEMPTS. */
  async withPassword(credentials: Credentials, correlationId: string): Promise<Begun> {
    return this.begin(await this.check(credentials, correlationId), 'password', correlationId);
  }

  /** As `withPassword`, for programs: noted the same, without a cookie. */
  async forProgram(credentials: Credentials, correlationId: string): Promise<PersonDocument> {
    const person = await this.check(credentials, correlationId);
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
    return { cookie: await this.parts.sessions.begin(person, written.version), written };
  }

  private async note({ id }: PersonDocument, by: By, correlationId: string): Promise<Written> {
    const context = { actor: id, commandId: uuid(), correlationId };
    return this.parts.send(new NoteSignIn({ id, by, context }));
  }

  /** The person these credentials are right for. Slow on purpose. Throws `Refused` WRONG_PASSWORD or TOO_MANY_ATTEMPTS. */
  private async check(credentials: Credentials, correlationId: string): Promise<PersonDocument> {
    const { name, password, address } = credentials;
    const digest = this.parts.digest(name);
    const seconds = this.parts.attempts.begin(digest, address);
    if (seconds > 0) throw refused('TOO_MANY_ATTEMPTS', seconds);
    await this.parts.upToDate();
    // One after the other for each name: then wrong ones are counted before the next one is tried.
    const person = await this.turns.take(digest, () => this.tryPassword(digest, password, correlationId));
    this.parts.attempts.succeeded(digest, address);
    return person;
  }

  /** What other processes counted counts here, too: it is in the person's stream. */
  private async tryPassword(digest: string, password: string, correlationId: string) {
    const { people, send } = this.parts;
    const found = await people.bySignInDigest(digest);
    const person = found?.demo === true && !this.parts.demo ? undefined : found;
    const on = (id: string) => ({ id, context: { actor: 'system', commandId: uuid(), correlationId } });
    if (person) await send(new BeginSignIn(on(person.id)));
    const matches = await passwordMatches(person && (await people.passwordHash(person)), password);
    if (person && matches) return person;
    if (person) await send(new NoteFailedSignIn(on(person.id)));
    throw refused('WRONG_PASSWORD');
  }
}

function refused(code: 'WRONG_PASSWORD' | 'TOO_MANY_ATTEMPTS' | 'NOT_FOUND', seconds = 0): Refused {
  return new Refused([builtInReason(code, { with: { seconds } })]);
}
