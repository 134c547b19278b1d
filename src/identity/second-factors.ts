import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { readUser } from '../command-handling/pipeline/acting-person.js';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { RecordFailedSignIn, CheckSignInAttempt } from '../domain/user/user-commands.js';
import type { EndedSessions } from '../domain/user/ended-sessions.js';
import {
  countUnusedCodes,
  type SecondFactor,
  type SecondFactorProof,
} from '../domain/user/second-factor-state.js';
import { EventStoreUnavailable, type EventStore } from '../event-store/event-store.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { KeyedQueue } from '../platform/keyed-queue.js';
import { withTimeout } from '../platform/timeouts.js';
import { CLOCK, type Clock } from '../ports/clock.js';
import { EVENT_STORE, PERSONAL_DATA } from '../ports/storage-tokens.js';
import { digestNetwork } from './digest-network.js';
import { IdentityCommands } from './identity-commands.js';
import { Seals } from './seals.js';
import { SESSION_SECRET } from './session-secret.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { createTotpSecret, createTotpUri, findTimeStep, TOTP_CODE } from './totp.js';

/** Shown until a code confirms it. */
export interface SecondFactorSetUp {
  /** Sealed: comes back with the confirming code. */
  readonly sealed: string;
  /** Base32 */
  readonly secret: string;
  readonly uri: string;
}

export interface ConfirmedSetUp {
  /** The same set-up confirmed twice is one command. */
  readonly commandId: string;
  readonly secret: string;
  readonly step: number;
  readonly recoveryCodes: readonly string[];
  readonly digests: readonly string[];
}

export interface SecondFactorState {
  readonly secondFactor: SecondFactor | undefined;
  readonly over: EndedSessions;
}

type FailedCode = Pick<RecordFailedSignIn['data'], 'id' | 'from' | 'context'> & { readonly session?: number };

export interface CodeAttempt {
  readonly person: string;
  readonly signInDigest: string | null;
  readonly code: string;
  readonly address: string;
  readonly correlationId: string;
  /** undefined at sign-in. */
  readonly session?: number;
  /** Instead of a failed sign-in. */
  readonly recordFailure?: (on: FailedCode) => Promise<void>;
}

export type CodeProof = Extract<SecondFactorProof, { readonly kind: 'code' | 'recovery code' }>;

const SET_UP = {
  name: 'second factor set-up',
  schema: z.object({ person: z.string(), secret: z.string(), id: z.string() }),
};
const SET_UP_LIFETIME_MS = 30 * 60_000;
const DISPLAY_TIMEOUT_MS = 1_000;
const RECOVERY_CODES = 10;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const RECOVERY_CODE_LENGTH = 12;
const MAX_TYPED = 100;

@Injectable()
export class SecondFactors {
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly commands: IdentityCommands,
    private readonly attempts: SignInAttempts,
    private readonly seals: Seals,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SESSION_SECRET) private readonly installationSecret: string,
  ) {}

  /** From the log: read models may lag behind. undefined: no such person, or erased. */
  async read(person: string): Promise<SecondFactorState | undefined> {
    const state = await readUser({ store: this.store, personalData: this.personalData }, person);
    return state.status === 'registered' ? state : undefined;
  }

  async has(person: string): Promise<boolean> {
    return (await this.read(person))?.secondFactor !== undefined;
  }

  /** For display. undefined: the log is not read in time, and the page is shown without it. */
  async hasForDisplay(person: string): Promise<boolean | undefined> {
    try {
      return await withTimeout(DISPLAY_TIMEOUT_MS, this.has(person), () => new EventStoreUnavailable('late'));
    } catch (error) {
      if (error instanceof EventStoreUnavailable) return undefined;
      throw error;
    }
  }

  countUnusedCodes(secondFactor: SecondFactor): number {
    return countUnusedCodes(secondFactor);
  }

  private async begin(
    person: string,
    named: { readonly signInName: string; readonly site: string },
  ): Promise<SecondFactorSetUp> {
    return this.present(person, { secret: createTotpSecret(), id: uuid() }, named);
  }

  /** The same secret again, after a wrong code; another one where the seal is too old or not of this person. */
  async beginAgain(
    person: string,
    sealed: string | undefined,
    named: { readonly signInName: string; readonly site: string },
  ): Promise<SecondFactorSetUp> {
    const opened = await this.seals.open(SET_UP, sealed);
    return opened?.person === person ? this.present(person, opened, named) : this.begin(person, named);
  }

  /** undefined: forged or too old. */
  async readSecret(sealed: string): Promise<string | undefined> {
    return (await this.seals.open(SET_UP, sealed))?.secret;
  }

  /** undefined: the code is wrong, or the set-up too old. */
  async confirm(
    person: string,
    sealed: string | undefined,
    code: string,
  ): Promise<ConfirmedSetUp | undefined> {
    const opened = await this.seals.open(SET_UP, sealed);
    if (opened?.person !== person) return undefined;
    const step = findTimeStep(opened.secret, normalizeCode(code), Date.parse(this.clock()));
    if (step === undefined) return undefined;
    const recoveryCodes = this.createRecoveryCodes(person, opened.secret);
    return {
      commandId: `second-factor-${opened.id}`,
      secret: opened.secret,
      step,
      recoveryCodes,
      digests: recoveryCodes.map((each) => this.digestRecoveryCode(person, each)),
    };
  }

  /**
   * A wrong code counts as a failed sign-in, so that codes cannot be guessed; so does one that `use` refuses, as it was
   * used before. Throws `Refused` SECOND_FACTOR_WRONG or TOO_MANY_ATTEMPTS, and what `use` throws.
   */
  async verify<Result>(attempt: CodeAttempt, use: (proof: CodeProof) => Promise<Result>): Promise<Result> {
    const { person, address, signInDigest } = attempt;
    const seconds = await this.attempts.countAttempt(address, signInDigest ?? person);
    if (seconds > 0) throw new Refused([createBuiltInReason('TOO_MANY_ATTEMPTS', { with: { seconds } })]);
    // A wrong attempt counts before the next is tried.
    return this.queue.take(person, () => this.tryCode(attempt, use));
  }

  private async tryCode<Result>(
    { person, code, address, correlationId, session, recordFailure }: CodeAttempt,
    use: (proof: CodeProof) => Promise<Result>,
  ): Promise<Result> {
    const from = digestNetwork(this.personalData, address);
    const on = () => ({
      id: person,
      from,
      ...(session !== undefined && { session }),
      context: { actor: 'system', commandId: uuid(), correlationId },
    });
    await this.commands.send(new CheckSignInAttempt(on()));
    const proof = await this.findProof(person, code);
    try {
      if (!proof) throw new Refused([createBuiltInReason('SECOND_FACTOR_WRONG', { fields: ['code'] })]);
      return await use(proof);
    } catch (error) {
      if (!(error instanceof Refused) || error.reasons[0]?.code !== 'SECOND_FACTOR_WRONG') throw error;
      if (recordFailure) await recordFailure(on());
      else await this.commands.send(new RecordFailedSignIn({ ...on(), by: 'code' }));
      throw error;
    }
  }

  private async findProof(person: string, typed: string): Promise<CodeProof | undefined> {
    const secondFactor = (await this.read(person))?.secondFactor;
    if (secondFactor?.secret === undefined) return undefined;
    const { version: factor, secret } = secondFactor;
    const code = normalizeCode(typed);
    if (TOTP_CODE.test(code)) {
      const step = findTimeStep(secret, code, Date.parse(this.clock()));
      return step === undefined ? undefined : { kind: 'code', factor, step };
    }
    const digest = this.digestRecoveryCode(person, code);
    return secondFactor.recoveryCodes.includes(digest)
      ? { kind: 'recovery code', factor, digest }
      : undefined;
  }

  private async present(
    person: string,
    { secret, id }: { readonly secret: string; readonly id: string },
    { signInName, site }: { readonly signInName: string; readonly site: string },
  ): Promise<SecondFactorSetUp> {
    const issuer = `Daybook ${new URL(site).hostname}`;
    return {
      sealed: await this.seals.seal(SET_UP, { person, secret, id }, SET_UP_LIFETIME_MS),
      secret,
      uri: createTotpUri(secret, { issuer, label: signInName }),
    };
  }

  /** Derived, so that a form sent twice shows the same ones. */
  private createRecoveryCodes(person: string, secret: string): readonly string[] {
    return Array.from({ length: RECOVERY_CODES }, (_, index) => {
      const purpose = `recovery code ${index} of ${person} with ${secret}`;
      const bytes = createHmac('sha256', this.installationSecret).update(purpose).digest();
      return Array.from({ length: RECOVERY_CODE_LENGTH }, (_each, at) => BASE32[bytes[at]! % 32]!)
        .join('')
        .replace(/(.{4})(?=.)/g, '$1-');
    });
  }

  private digestRecoveryCode(person: string, code: string): string {
    return this.personalData.digest(`recovery code of ${person}: ${normalizeCode(code)}`);
  }
}

/** People type spaces and hyphens as they read them. */
const normalizeCode = (typed: string): string =>
  typed.slice(0, MAX_TYPED).replace(/[\s-]/g, '').toUpperCase();
