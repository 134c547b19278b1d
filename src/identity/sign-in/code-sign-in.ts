// The second stage of signing in, for those who have a second factor.
import { Injectable } from '@nestjs/common';
import { createBuiltInReason } from '../../domain/create-reason.js';
import { Refused } from '../../domain/refusal.js';
import { CodeVerification } from '../second-factor/code-verification.js';
import { RememberedBrowsers, type RememberedBrowser } from '../second-factor/remembered-browsers.js';
import { PendingSignIns } from './pending-sign-ins.js';
import { SessionStart } from './session-start.js';
import type { SignInRequest, StartedSession } from './sign-in-attempt.js';

export interface FinishedSignIn {
  readonly begun: StartedSession;
  readonly remembered?: RememberedBrowser;
}

@Injectable()
export class CodeSignIn {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly codes: CodeVerification,
    private readonly sessions: SessionStart,
    private readonly browsers: RememberedBrowsers,
  ) {}

  /** Throws `Refused` NOT_SIGNED_IN without a pending sign-in, SECOND_FACTOR_WRONG or TOO_MANY_ATTEMPTS. */
  async finish(
    cookie: string | undefined,
    { code, remember }: { readonly code: string; readonly remember: boolean },
    request: SignInRequest,
  ): Promise<FinishedSignIn> {
    const pending = await this.pending.open(cookie);
    if (!pending) throw new Refused([createBuiltInReason('NOT_SIGNED_IN', { fields: ['code'] })]);
    const { attempt: first } = pending;
    const { person } = first;
    const { client, correlationId } = request;
    const attempt = { purpose: 'sign-in', code, address: client.address, correlationId } as const;
    return this.codes.verify(person, attempt, async (proof) => {
      const begun = await this.sessions.start(first, request, proof);
      const remembered = remember
        ? await this.browsers.remember(person.id, proof.factor, begun.written.version)
        : undefined;
      return { begun, ...(remembered && { remembered }) };
    });
  }
}
