// Signing in: by name and password, or, while the demo is on, as one of its people.
import { v7 as uuid } from 'uuid';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import type { CommandResult } from '../domain/command.js';
import { createBuiltInReason } from '../domain/refusal-reason.js';
import { Refused } from '../domain/refusal.js';
import {
  BeginSignIn,
  NoteFailedSignIn,
  NoteFailedSigning,
  NoteSignIn,
} from '../domain/user/user-commands.js';
import type { SignInAttempts } from './attempts.js';
import { passwordMatches } from './passwords.js';
import type { People, Sessions } from './sessions.js';
import type { SignedIn } from './signed-in.js';
import { KeyedQueue } from '../platform/keyed-queue.js';

/** A session begun: the cookie's value, and where the sign-in was written. */
export interface StartedSession {
  readonly person: Pick<PersonDocument, 'id' | 'roles'>;
  readonly cookie: string;
  readonly written: CommandResult;
}

export interface SignInCredentials {
  readonly name: string;
  readonly password: string;
  /** Network address attempts are counted by. */
  readonly address: string;
}

/** Where a session begins. */
export interface ClientOrigin {
  readonly address: string;
  /** Such as `Firefox on Windows`. */
  readonly browser: string;
}

export interface SignInParts {
  readonly people: People;
  readonly sessions: Sessions;
  readonly attempts: SignInAttempts;
  readonly send: (
    command: NoteSignIn | BeginSignIn | NoteFailedSignIn | NoteFailedSigning,
  ) => Promise<CommandResult>;
  /** The keyed hash by which a sign-in name is found. */
  readonly digest: (name: string) => string;
  /** The keyed digest by which a network address is recognised. */
  readonly placeOf: (address: string) => string;
  /** Whether the people of the examples may sign in with one click. */
  readonly demo: () => Promise<boolean>;
  /** Returns once people are known as the log has them: somebody just registered signs in at once. */
  readonly upToDate: () => Promise<void>;
}

type SignInMethod = NoteSignIn['data']['by'];

export class SignIn {
  private readonly queue = new KeyedQueue();

  constructor(private readonly parts: SignInParts) {}

  /** Throws `Refused` WRONG_PASSWORD or TOO_MANY_ATTEMPTS. */
  async withPassword(
    credentials: SignInCredentials & { readonly browser: string },
    correlationId: string,
  ): Promise<StartedSession> {
    return this.begin(await this.check(credentials, correlationId), 'password', credentials, correlationId);
  }

  /** As `withPassword`, for programs: noted, without a session. */
  async forProgram(credentials: SignInCredentials, correlationId: string): Promise<PersonDocument> {
    const person = await this.check(credentials, correlationId);
    const from = this.parts.placeOf(credentials.address);
    await this.note({ id: person.id, by: 'program', from }, correlationId);
    return person;
  }

  /** That it is the person who asks: counted and slowed down as signing in is. Throws `Refused` NOT_SIGNED_IN where the session is over. */
  async confirm(person: PersonDocument, given: PasswordEntry, correlationId: string): Promise<void> {
    const digest = person.signInDigest ?? person.id;
    await this.counted({ ...given, digest }, correlationId);
  }

  /**
   * The same where something is signed, with both components: the name has to be theirs, too. Throws what `confirm` throws;
   * the failure says where it was written.
   */
  async confirmSigning(
    person: PersonDocument,
    { name, ...given }: PasswordEntry & SignInCredentials,
    correlationId: string,
    failed: (written: CommandResult) => void,
  ): Promise<void> {
    const digest = person.signInDigest ?? person.id;
    const isTheirs = this.parts.digest(name) === digest;
    const noted = async (on: FailedSigningPayload): Promise<void> =>
      failed(await this.parts.send(new NoteFailedSigning(on)));
    await this.counted({ ...given, digest, isTheirs, noted }, correlationId);
  }

  /** People to sign in as with one click; none unless the demo is on. */
  async demoPeople(): Promise<readonly SignedIn[]> {
    return (await this.parts.demo()) ? this.parts.people.demo() : [];
  }

  /** Throws `Refused` NOT_FOUND unless the demo is on and the person is one of its people. */
  async asDemo(id: string, place: ClientOrigin, correlationId: string): Promise<StartedSession> {
    // A person registered a moment ago may be one beside whom nobody signs in without a password.
    await this.parts.upToDate();
    const person = (await this.parts.demo()) ? await this.parts.people.byId(id) : undefined;
    if (!person?.demo || person.erasedAt !== null) throw refused('NOT_FOUND');
    return this.begin(person, 'demo', place, correlationId);
  }

  /** For a person who has proven who they are. */
  async begin(
    person: PersonDocument,
    by: SignInMethod,
    { address, browser }: ClientOrigin,
    correlationId: string,
  ): Promise<StartedSession> {
    const from = this.parts.placeOf(address);
    const written = await this.note({ id: person.id, by, browser, from }, correlationId);
    return { person, cookie: await this.parts.sessions.begin(person, written.version), written };
  }

  private async note(on: Omit<NoteSignIn['data'], 'context'>, correlationId: string): Promise<CommandResult> {
    const context = { actor: on.id, commandId: uuid(), correlationId };
    return this.parts.send(new NoteSignIn({ ...on, context }));
  }

  /** The person these credentials are right for. Slow on purpose. Throws `Refused` WRONG_PASSWORD or TOO_MANY_ATTEMPTS. */
  private async check(
    { name, password, address }: SignInCredentials,
    correlationId: string,
  ): Promise<PersonDocument> {
    return this.counted({ digest: this.parts.digest(name), password, address }, correlationId);
  }

  private async counted(trying: PasswordAttempt, correlationId: string): Promise<PersonDocument> {
    const { attempts } = this.parts;
    const seconds = await attempts.countAttempt(trying.address, trying.digest);
    if (seconds > 0) throw refused('TOO_MANY_ATTEMPTS', seconds);
    await this.parts.upToDate();
    // One after the other for each name: then wrong ones are counted before the next one is tried.
    const person = await this.queue.take(trying.digest, () => this.tryPassword(trying, correlationId));
    await attempts.noteSuccess(trying.address, trying.digest);
    return person;
  }

  /** What other processes counted counts here, too: it is in the person's stream. */
  private async tryPassword(trying: PasswordAttempt, correlationId: string) {
    const { digest, password, address, session, isTheirs = true } = trying;
    const { people, send, placeOf } = this.parts;
    const from = placeOf(address);
    const found = await people.bySignInDigest(digest);
    const person = found?.demo === true && !(await this.parts.demo()) ? undefined : found;
    if (!person) return this.tryNobody(digest, password, from);
    const on = () => ({
      id: person.id,
      from,
      ...(session !== undefined && { session }),
      context: { actor: 'system', commandId: uuid(), correlationId },
    });
    await send(new BeginSignIn(on()));
    const hash = isTheirs ? await people.passwordHash(person) : undefined;
    if (await passwordMatches(hash, password)) return person;
    if (trying.noted) await trying.noted(on());
    else await send(new NoteFailedSignIn(on()));
    throw refused('WRONG_PASSWORD');
  }

  /** As slow as with somebody, and with the same waits: nobody learns which names there are. */
  private async tryNobody(digest: string, password: string, from: string): Promise<never> {
    const seconds = this.parts.attempts.pauseForUnknownName(digest, from);
    if (seconds > 0) throw refused('TOO_MANY_ATTEMPTS', seconds);
    await passwordMatches(undefined, password);
    this.parts.attempts.noteUnknownName(digest, from);
    throw refused('WRONG_PASSWORD');
  }
}

type FailedSigningPayload = NoteFailedSigning['data'];

/** A password that is given once more. */
interface PasswordEntry {
  readonly password: string;
  readonly address: string;
  /** In which it is given; undefined: by a program, or to begin one. */
  readonly session?: number;
}

interface PasswordAttempt extends PasswordEntry {
  readonly digest: string;
  /** false: the name that was given is another one’s. */
  readonly isTheirs?: boolean;
  /** undefined: it counts as a failed sign-in. */
  readonly noted?: (on: FailedSigningPayload) => Promise<void>;
}

function refused(code: 'WRONG_PASSWORD' | 'TOO_MANY_ATTEMPTS' | 'NOT_FOUND', seconds = 0): Refused {
  return new Refused([createBuiltInReason(code, { with: { seconds } })]);
}
