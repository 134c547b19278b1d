// The second stage of signing in, for those who set up their second factor first.
import { Injectable } from '@nestjs/common';
import { createBuiltInReason } from '../../domain/create-reason.js';
import { Refused } from '../../domain/refusal.js';
import { SecondFactorSetUps } from '../second-factor/second-factor-set-ups.js';
import { PendingSignIns } from './pending-sign-ins.js';
import { SessionStart } from './session-start.js';
import type { SignInRequest, StartedSession } from './sign-in-attempt.js';

@Injectable()
export class SetUpSignIn {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly setUps: SecondFactorSetUps,
    private readonly sessions: SessionStart,
  ) {}

  /** Throws `Refused` NOT_SIGNED_IN without a pending sign-in, or as `SecondFactorSetUps.confirm`. */
  async finish(
    cookie: string | undefined,
    { sealed, code }: { readonly sealed: string; readonly code: string },
    request: SignInRequest,
  ): Promise<{ readonly begun: StartedSession; readonly recoveryCodes: readonly string[] }> {
    const pending = await this.pending.openForSetUp(cookie, sealed);
    if (pending?.next !== 'set-up')
      throw new Refused([createBuiltInReason('NOT_SIGNED_IN', { fields: ['code'] })]);
    const { attempt } = pending;
    const confirmed = await this.setUps.confirm(attempt.person.id, sealed, code);
    await this.setUps.complete(confirmed, { except: null, correlationId: request.correlationId });
    const begun = await this.sessions.start(attempt, request, { kind: 'given before' });
    return { begun, recoveryCodes: confirmed.recoveryCodes };
  }
}
