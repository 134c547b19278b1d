// What a sign-in needs besides its first factor.
import { Injectable } from '@nestjs/common';
import type { SecondFactorProof } from '../../domain/user/second-factor-state.js';
import { RememberedBrowsers } from '../second-factor/remembered-browsers.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { CurrentSignInRules } from '../current-sign-in-rules.js';
import type { FirstFactorAttempt, PendingSignIn } from './sign-in-attempt.js';

type Requirement =
  Pick<PendingSignIn, 'next'> | { readonly next?: never; readonly proof?: SecondFactorProof };

@Injectable()
export class SecondFactorRequirement {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly browsers: RememberedBrowsers,
    private readonly rules: CurrentSignInRules,
  ) {}

  /** `remembered`: cookie of a remembered browser. */
  async find({ person, by }: FirstFactorAttempt, remembered: string | undefined): Promise<Requirement> {
    if (by === 'provider' && !(await this.rules.isAskedAtProviders())) return {};
    const state = await this.secondFactors.read(person.id);
    if (!state?.secondFactor) return (await this.rules.isSecondFactorAsked(person)) ? { next: 'set-up' } : {};
    const proof = await this.browsers.findProof(remembered, person.id, state);
    return proof ? { proof } : { next: 'code' };
  }
}
