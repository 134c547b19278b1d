import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { digestSignInName } from '../command-handling/people/sign-in-names.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import type { CommandResult } from '../domain/command.js';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import {
  CheckSignInAttempt,
  RecordFailedSignIn,
  RecordFailedSignature,
  RecordSignIn,
} from '../domain/user/user-commands.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { PERSONAL_DATA } from '../ports/storage-tokens.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { digestNetwork } from './digest-network.js';
import { IdentityCommands } from './identity-commands.js';
import { CurrentSignInRules } from './current-sign-in-rules.js';
import { RememberedBrowsers } from './remembered-browsers.js';
import { SecondFactors } from './second-factors.js';
import type { SecondFactorProof } from '../domain/user/second-factor-state.js';
import { HAS_PASSWORDS } from './providers/sign-in-provider.js';
import { verifyPassword } from './verify-password.js';
import { Sessions } from './sessions.js';
import { People } from './people.js';
import type { SignedInPerson } from './signed-in-person.js';
import { KeyedQueue } from '../platform/keyed-queue.js';

export interface StartedSession {
  readonly person: Pick<PersonDocument, 'id' | 'roles'>;
  readonly cookie: string;
  readonly written: CommandResult;
}

/** The password was right; a code is asked for before there is a session. */
export interface PendingSignIn {
  readonly person: PersonDocument;
  readonly by: 'password' | 'first-link';
  /** `set-up`: the rules ask for a second factor that the person does not have yet. */
  readonly next: 'code' | 'set-up';
}

export const isPending = (outcome: StartedSession | PendingSignIn): outcome is PendingSignIn =>
  !('cookie' in outcome);

export interface SignInCredentials {
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

export interface ClientOrigin {
  readonly address: string;
  /** 'Firefox on Windows' */
  readonly browser: string;
}

type SignInMethod = RecordSignIn['data']['by'];

@Injectable()
export class SignIn {
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly attempts: SignInAttempts,
    private readonly commands: IdentityCommands,
    private readonly secondFactors: SecondFactors,
    private readonly rememberedBrowsers: RememberedBrowsers,
    private readonly rules: CurrentSignInRules,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
    @Inject(HAS_PASSWORDS) private readonly hasPasswords: boolean,
  ) {}

  /** Throws `Refused` WRONG_PASSWORD, TOO_MANY_ATTEMPTS or PASSWORDS_OFF. */
  async withPassword(
    credentials: SignInCredentials & { readonly browser: string; readonly remembered?: string },
    correlationId: string,
  ): Promise<StartedSession | PendingSignIn> {
    const person = await this.check(credentials, correlationId);
    const state = await this.secondFactors.read(person.id);
    if (!state?.secondFactor) {
      return (await this.rules.isSecondFactorAsked(person))
        ? { person, by: 'password', next: 'set-up' }
        : this.begin(person, 'password', credentials, correlationId);
    }
    const proof = await this.rememberedBrowsers.findProof(credentials.remembered, person.id, state);
    return proof
      ? this.begin(person, 'password', credentials, correlationId, proof)
      : { person, by: 'password', next: 'code' };
  }

  /** Starts no session. Throws as `withPassword`, and `Refused` PASSWORD_NOT_ENOUGH with a second factor. */
  async forProgram(
    credentials: SignInCredentials,
    correlationId: string,
  ): Promise<{ readonly person: PersonDocument; readonly version: number }> {
    const person = await this.check(credentials, correlationId);
    const from = this.digestNetwork(credentials.address);
    const { version } = await this.note({ id: person.id, by: 'program', from }, correlationId);
    return { person, version };
  }

  /** Throws as `withPassword`, and `Refused` NOT_SIGNED_IN if the session is over. */
  async confirm(person: PersonDocument, given: PasswordEntry, correlationId: string): Promise<void> {
    const digest = person.signInDigest ?? person.id;
    await this.verifyPassword({ ...given, digest }, correlationId);
  }

  /** The sign-in name must be the person's, too. `failed` gets the recorded failure. */
  async confirmSigning(
    person: PersonDocument,
    { name, ...given }: PasswordEntry & SignInCredentials,
    correlationId: string,
    failed: (written: CommandResult) => void,
  ): Promise<void> {
    const digest = person.signInDigest ?? person.id;
    const isOwnName = this.digest(name) === digest;
    const recordFailure = async (on: FailedSigningPayload): Promise<void> =>
      failed(await this.commands.send(new RecordFailedSignature(on)));
    await this.verifyPassword({ ...given, digest, isOwnName, recordFailure }, correlationId);
  }

  async demoPeople(): Promise<readonly SignedInPerson[]> {
    return (await this.people.isDemoOn()) ? this.people.demo() : [];
  }

  /** Throws `Refused` NOT_FOUND unless the demo is on and has the person. */
  async asDemo(id: string, place: ClientOrigin, correlationId: string): Promise<StartedSession> {
    // Registering a real person ends demo sign-ins, so read models must be current.
    await this.commands.waitForHead();
    const person = (await this.people.isDemoOn()) ? await this.people.byId(id) : undefined;
    if (!person?.demo || person.erasedAt !== null) throw refused('NOT_FOUND');
    return this.begin(person, 'demo', place, correlationId);
  }

  /** The caller has authenticated the person. Throws `Refused` SECOND_FACTOR_NEEDED or SECOND_FACTOR_WRONG. */
  async begin(
    person: PersonDocument,
    by: SignInMethod,
    { address, browser, identity }: ClientOrigin & Pick<RecordSignIn['data'], 'identity'>,
    correlationId: string,
    proof?: SecondFactorProof,
  ): Promise<StartedSession> {
    const from = this.digestNetwork(address);
    const at = identity === undefined ? {} : { identity };
    const on = { id: person.id, by, browser, from, ...at, ...(proof && { proof }) };
    const written = await this.note(on, correlationId);
    const inactivityMs = await this.rules.inactivityMs(person);
    const cookie = await this.sessions.begin(person, written.version, inactivityMs);
    return { person, cookie, written };
  }

  private async note(
    on: Omit<RecordSignIn['data'], 'context'>,
    correlationId: string,
  ): Promise<CommandResult> {
    const context = { actor: on.id, commandId: uuid(), correlationId };
    return this.commands.send(new RecordSignIn({ ...on, context }));
  }

  /** Slow on purpose. Throws `Refused` WRONG_PASSWORD, TOO_MANY_ATTEMPTS or PASSWORDS_OFF. */
  private async check(
    { name, password, address }: SignInCredentials,
    correlationId: string,
  ): Promise<PersonDocument> {
    if (!this.hasPasswords) throw refused('PASSWORDS_OFF');
    return this.verifyPassword({ digest: this.digest(name), password, address }, correlationId);
  }

  private async verifyPassword(attempt: PasswordAttempt, correlationId: string): Promise<PersonDocument> {
    const { attempts } = this;
    const seconds = await attempts.countAttempt(attempt.address, attempt.digest);
    if (seconds > 0) throw refused('TOO_MANY_ATTEMPTS', seconds);
    await this.commands.waitForHead();
    // A wrong attempt counts before the next is tried.
    const person = await this.queue.take(attempt.digest, () => this.tryPassword(attempt, correlationId));
    await attempts.noteSuccess(attempt.address, attempt.digest);
    return person;
  }

  /** Failures are in the person's stream, so that processes count together. */
  private async tryPassword(attempt: PasswordAttempt, correlationId: string) {
    const { digest, password, address, session, isOwnName = true } = attempt;
    const { people, commands } = this;
    const from = this.digestNetwork(address);
    const found = await people.bySignInDigest(digest);
    const person = found?.demo === true && !(await this.people.isDemoOn()) ? undefined : found;
    if (!person) return this.tryUnknownName(digest, password, from);
    const on = () => ({
      id: person.id,
      from,
      ...(session !== undefined && { session }),
      context: { actor: 'system', commandId: uuid(), correlationId },
    });
    await commands.send(new CheckSignInAttempt(on()));
    const hash = isOwnName ? await people.passwordHash(person) : undefined;
    if (await verifyPassword(hash, password)) return person;
    if (attempt.recordFailure) await attempt.recordFailure(on());
    else await commands.send(new RecordFailedSignIn(on()));
    throw refused('WRONG_PASSWORD');
  }

  private digest(name: string): string {
    return digestSignInName({ personalData: this.personalData }, name);
  }

  private digestNetwork(address: string): string {
    return digestNetwork(this.personalData, address);
  }

  /** Timing must not reveal which names exist. */
  private async tryUnknownName(digest: string, password: string, from: string): Promise<never> {
    const seconds = this.attempts.pauseForUnknownName(digest, from);
    if (seconds > 0) throw refused('TOO_MANY_ATTEMPTS', seconds);
    await verifyPassword(undefined, password);
    this.attempts.noteUnknownName(digest, from);
    throw refused('WRONG_PASSWORD');
  }
}

type FailedSigningPayload = RecordFailedSignature['data'];

interface PasswordEntry {
  readonly password: string;
  readonly address: string;
  /** undefined for programs and at sign-in. */
  readonly session?: number;
}

interface PasswordAttempt extends PasswordEntry {
  readonly digest: string;
  /** false: the sign-in name given is another person's. */
  readonly isOwnName?: boolean;
  /** Instead of a failed sign-in. */
  readonly recordFailure?: (on: FailedSigningPayload) => Promise<void>;
}

function refused(
  code: 'WRONG_PASSWORD' | 'TOO_MANY_ATTEMPTS' | 'NOT_FOUND' | 'PASSWORDS_OFF',
  seconds = 0,
): Refused {
  return new Refused([createBuiltInReason(code, { with: { seconds } })]);
}
