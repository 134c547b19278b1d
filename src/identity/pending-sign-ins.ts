// Between the right password and the code there is no session, only a sealed cookie that says who gave the password.
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { People } from './people.js';
import { Seals } from './seals.js';
import { SecondFactors, type CodeAttempt } from './second-factors.js';
import { computeSessionStamp } from './sessions.js';
import { SignIn, type ClientOrigin, type PendingSignIn, type StartedSession } from './sign-in.js';

const PENDING = {
  name: 'sign-in with a second factor',
  schema: z.object({
    person: z.string(),
    by: z.enum(['password', 'first-link']),
    stamp: z.string(),
    /** Version of the person: what ended all sessions since ends this too. */
    version: z.number(),
  }),
};

export const PENDING_LIFETIME_MS = 10 * 60_000;

@Injectable()
export class PendingSignIns {
  constructor(
    private readonly people: People,
    private readonly seals: Seals,
    private readonly secondFactors: SecondFactors,
    private readonly signIn: SignIn,
  ) {}

  /** Value of the cookie. */
  async seal({ person, by }: PendingSignIn): Promise<string> {
    const { id, version } = person;
    return this.seals.seal(
      PENDING,
      { person: id, by, stamp: computeSessionStamp(person), version },
      PENDING_LIFETIME_MS,
    );
  }

  /** undefined: forged, too old, or the account changed meanwhile. */
  async open(cookie: string | undefined): Promise<PendingSignIn | undefined> {
    const opened = await this.seals.open(PENDING, cookie);
    if (!opened) return undefined;
    const person = await this.people.byId(opened.person);
    if (!person || computeSessionStamp(person) !== opened.stamp) return undefined;
    // From the log: a new password, a lock, an erasure or a reset counts at once.
    const state = await this.secondFactors.read(opened.person);
    return state && state.over.endedUpTo <= opened.version ? { person, by: opened.by } : undefined;
  }

  /** Throws `Refused` NOT_SIGNED_IN without a pending sign-in, SECOND_FACTOR_WRONG or TOO_MANY_ATTEMPTS. */
  async finish(
    cookie: string | undefined,
    given: Pick<CodeAttempt, 'code' | 'correlationId'> & ClientOrigin,
  ): Promise<StartedSession> {
    const pending = await this.open(cookie);
    if (!pending) throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
    const { person, by } = pending;
    const { id, signInDigest } = person;
    return this.secondFactors.verify({ person: id, signInDigest, ...given }, async (proof) =>
      this.signIn.begin(person, by, given, given.correlationId, proof),
    );
  }
}
