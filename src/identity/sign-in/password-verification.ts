import { Inject, Injectable } from '@nestjs/common';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { createBuiltInReason } from '../../domain/create-reason.js';
import { Refused } from '../../domain/refusal.js';
import { KeyedQueue } from '../../platform/keyed-queue.js';
import { IdentityCommands } from '../identity-commands.js';
import { People } from '../people.js';
import { HAS_PASSWORDS } from '../providers/sign-in-provider.js';
import { verifyPassword } from '../verify-password.js';
import { AttemptLimits } from '../attempts/attempt-limits.js';
import { AttemptLog, type Attempt } from '../attempts/attempt-log.js';

export interface SignInCredentials {
  readonly name: string;
  readonly password: string;
}

interface TypedPassword {
  readonly password: string;
  /** Of the sign-in name. */
  readonly digest: string;
  /** false: the sign-in name given is another person's. */
  readonly isOwnName?: boolean;
}

/** Slow on purpose. All methods throw `Refused` WRONG_PASSWORD or TOO_MANY_ATTEMPTS. */
@Injectable()
export class PasswordVerification {
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly people: People,
    private readonly limits: AttemptLimits,
    private readonly log: AttemptLog,
    private readonly commands: IdentityCommands,
    @Inject(HAS_PASSWORDS) private readonly hasPasswords: boolean,
  ) {}

  /** Throws `Refused` PASSWORDS_OFF, too. */
  async identify({ name, password }: SignInCredentials, attempt: Attempt): Promise<PersonDocument> {
    if (!this.hasPasswords) throw createRefusal('PASSWORDS_OFF');
    return this.verify({ digest: this.people.digestSignInName(name), password }, attempt);
  }

  /** Throws `Refused` NOT_SIGNED_IN, too, if the session is over. */
  async confirm(person: PersonDocument, password: string, attempt: Attempt): Promise<void> {
    await this.verify({ digest: person.signInDigest ?? person.id, password }, attempt);
  }

  /** The sign-in name must be the person's. Throws as `confirm`. */
  async confirmWithName(
    person: PersonDocument,
    { name, password }: SignInCredentials,
    attempt: Attempt,
  ): Promise<void> {
    const digest = person.signInDigest ?? person.id;
    const isOwnName = this.people.digestSignInName(name) === digest;
    await this.verify({ digest, password, isOwnName }, attempt);
  }

  private async verify(typed: TypedPassword, attempt: Attempt): Promise<PersonDocument> {
    const { limits } = this;
    const seconds = await limits.countAttempt(attempt.address, typed.digest);
    if (seconds > 0) throw createRefusal('TOO_MANY_ATTEMPTS', seconds);
    await this.commands.waitForHead();
    // A wrong attempt counts before the next is tried.
    const person = await this.queue.take(typed.digest, () => this.tryPassword(typed, attempt));
    await limits.noteSuccess(attempt.address, typed.digest);
    return person;
  }

  private async tryPassword(
    { digest, password, isOwnName = true }: TypedPassword,
    attempt: Attempt,
  ): Promise<PersonDocument> {
    const { people, log } = this;
    const found = await people.bySignInDigest(digest);
    const person = found?.demo === true && !(await people.isDemoOn()) ? undefined : found;
    if (!person) return this.tryUnknownName(digest, password, attempt.address);
    await log.assertAllowed(person.id, attempt);
    const hash = isOwnName ? await people.passwordHash(person) : undefined;
    if (await verifyPassword(hash, password)) return person;
    await log.recordFailure(person.id, 'password', attempt);
    throw createRefusal('WRONG_PASSWORD');
  }

  /** Timing must not reveal which names exist. */
  private async tryUnknownName(digest: string, password: string, address: string): Promise<never> {
    const seconds = this.limits.pauseForUnknownName(digest, address);
    if (seconds > 0) throw createRefusal('TOO_MANY_ATTEMPTS', seconds);
    await verifyPassword(undefined, password);
    this.limits.noteUnknownName(digest, address);
    throw createRefusal('WRONG_PASSWORD');
  }
}

const createRefusal = (
  code: 'WRONG_PASSWORD' | 'TOO_MANY_ATTEMPTS' | 'PASSWORDS_OFF',
  seconds = 0,
): Refused => new Refused([createBuiltInReason(code, { with: { seconds } })]);
