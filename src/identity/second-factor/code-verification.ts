import { Inject, Injectable } from '@nestjs/common';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { createBuiltInReason } from '../../domain/create-reason.js';
import { Refused } from '../../domain/refusal.js';
import type { SecondFactorProof } from '../../domain/user/second-factor-state.js';
import { KeyedQueue } from '../../platform/keyed-queue.js';
import { CLOCK, type Clock } from '../../ports/clock.js';
import { AttemptLimits } from '../attempts/attempt-limits.js';
import { AttemptLog, type Attempt } from '../attempts/attempt-log.js';
import { normalizeCode } from './normalize-code.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SecondFactors } from './second-factors.js';
import { findTimeStep, TOTP_CODE } from './totp.js';

export interface CodeAttempt extends Attempt {
  readonly code: string;
}

type CodeProof = Extract<SecondFactorProof, { readonly kind: 'code' | 'recovery code' }>;
type Verified = Pick<PersonDocument, 'id' | 'signInDigest'>;

@Injectable()
export class CodeVerification {
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly limits: AttemptLimits,
    private readonly log: AttemptLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** As `verify`, without a proof for those who have no second factor. */
  async verifyIfSetUp<Result>(
    person: Verified,
    attempt: CodeAttempt,
    use: (proof?: CodeProof) => Promise<Result>,
  ): Promise<Result> {
    return (await this.secondFactors.has(person.id)) ? this.verify(person, attempt, use) : use();
  }

  /**
   * A wrong code counts as a failed attempt, so that codes cannot be guessed; so does one that `use` refuses, as it was
   * used before. Throws `Refused` SECOND_FACTOR_WRONG or TOO_MANY_ATTEMPTS, and what `use` throws.
   */
  async verify<Result>(
    { id, signInDigest }: Verified,
    attempt: CodeAttempt,
    use: (proof: CodeProof) => Promise<Result>,
  ): Promise<Result> {
    const seconds = await this.limits.countAttempt(attempt.address, signInDigest ?? id);
    if (seconds > 0) throw new Refused([createBuiltInReason('TOO_MANY_ATTEMPTS', { with: { seconds } })]);
    // A wrong attempt counts before the next is tried.
    return this.queue.take(id, () => this.tryCode(id, attempt, use));
  }

  private async tryCode<Result>(
    person: string,
    attempt: CodeAttempt,
    use: (proof: CodeProof) => Promise<Result>,
  ): Promise<Result> {
    await this.log.assertAllowed(person, attempt);
    const proof = await this.findProof(person, attempt.code);
    try {
      if (!proof) throw new Refused([createBuiltInReason('SECOND_FACTOR_WRONG', { fields: ['code'] })]);
      return await use(proof);
    } catch (error) {
      if (!(error instanceof Refused) || error.reasons[0]?.code !== 'SECOND_FACTOR_WRONG') throw error;
      await this.log.recordFailure(person, 'code', attempt);
      throw error;
    }
  }

  private async findProof(person: string, typed: string): Promise<CodeProof | undefined> {
    const secondFactor = (await this.secondFactors.read(person))?.secondFactor;
    if (secondFactor?.secret === undefined) return undefined;
    const { version: factor, secret } = secondFactor;
    const code = normalizeCode(typed);
    if (TOTP_CODE.test(code)) {
      const step = findTimeStep(secret, code, Date.parse(this.clock()));
      return step === undefined ? undefined : { kind: 'code', factor, step };
    }
    const digest = this.recoveryCodes.digest(person, code);
    return secondFactor.recoveryCodes.includes(digest)
      ? { kind: 'recovery code', factor, digest }
      : undefined;
  }
}
