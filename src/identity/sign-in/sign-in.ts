import { Injectable } from '@nestjs/common';
import { PasswordVerification, type SignInCredentials } from './password-verification.js';
import { SecondFactorRequirement } from './second-factor-requirement.js';
import { SessionStart } from './session-start.js';
import type { FirstFactorAttempt, PendingSignIn, SignInRequest, StartedSession } from './sign-in-attempt.js';

@Injectable()
export class SignIn {
  constructor(
    private readonly passwords: PasswordVerification,
    private readonly secondFactor: SecondFactorRequirement,
    private readonly sessions: SessionStart,
  ) {}

  /** `remembered`: cookie of a remembered browser. Throws `Refused` WRONG_PASSWORD, TOO_MANY_ATTEMPTS or PASSWORDS_OFF. */
  async withPassword(
    credentials: SignInCredentials,
    remembered: string | undefined,
    request: SignInRequest,
  ): Promise<StartedSession | PendingSignIn> {
    const { client, correlationId } = request;
    const attempt = { purpose: 'sign-in', address: client.address, correlationId } as const;
    const person = await this.passwords.identify(credentials, attempt);
    return this.proceed({ person, by: 'password' }, remembered, request);
  }

  /** The caller has checked the first factor. */
  async proceed(
    attempt: FirstFactorAttempt,
    remembered: string | undefined,
    request: SignInRequest,
  ): Promise<StartedSession | PendingSignIn> {
    const { next, proof } = { proof: undefined, ...(await this.secondFactor.find(attempt, remembered)) };
    return next ? { attempt, next } : this.sessions.start(attempt, request, proof);
  }
}
