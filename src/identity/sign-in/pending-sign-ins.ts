// Between the first factor and the second there is no session, only a sealed cookie with the person and the first factor.
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isEndedMeanwhile } from '../../domain/user/provider-sessions.js';
import { People } from '../people.js';
import { Seals } from '../seals.js';
import { SecondFactorSetUps } from '../second-factor/second-factor-set-ups.js';
import { SecondFactors, type SecondFactorState } from '../second-factor/second-factors.js';
import { computeSessionStamp } from '../sessions.js';
import type { PendingSignIn } from './sign-in-attempt.js';

const PENDING = {
  name: 'sign-in with a second factor',
  schema: z.object({
    person: z.string(),
    first: z.discriminatedUnion('by', [
      z.object({ by: z.literal('password') }),
      z.object({
        by: z.literal('provider'),
        identity: z.string(),
        providerSession: z.string().exactOptional(),
        begunAt: z.string().exactOptional(),
        authenticatedAt: z.string().exactOptional(),
      }),
    ]),
    next: z.enum(['code', 'set-up']),
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
    private readonly setUps: SecondFactorSetUps,
  ) {}

  /** Value of the cookie. */
  async seal({ attempt: { person, ...first }, next }: PendingSignIn): Promise<string> {
    const { id, version } = person;
    return this.seals.seal(
      PENDING,
      { person: id, first, next, stamp: computeSessionStamp(person), version },
      PENDING_LIFETIME_MS,
    );
  }

  /** undefined: forged, too old, or the account changed or was signed out at the provider meanwhile. */
  async open(cookie: string | undefined): Promise<PendingSignIn | undefined> {
    return this.openUnless(cookie, ({ over }, version) => over.endedUpTo > version);
  }

  /** Setting up ends pending sign-ins, but the same form sent twice has to show the recovery codes again. */
  async openForSetUp(cookie: string | undefined, sealed: string): Promise<PendingSignIn | undefined> {
    const secret = await this.setUps.readSecret(sealed);
    return this.openUnless(
      cookie,
      ({ over, secondFactor }, version) =>
        over.endedUpTo > version &&
        !(secondFactor?.secret === secret && secondFactor?.version === over.endedUpTo),
    );
  }

  private async openUnless(
    cookie: string | undefined,
    isOver: (state: SecondFactorState, version: number) => boolean,
  ): Promise<PendingSignIn | undefined> {
    const opened = await this.seals.open(PENDING, cookie);
    if (!opened) return undefined;
    const { first, next } = opened;
    const person = await this.people.byId(opened.person);
    if (!person || computeSessionStamp(person) !== opened.stamp) return undefined;
    // From the log: a new password, a lock, an erasure or a reset counts at once.
    const state = await this.secondFactors.read(opened.person);
    if (!state || isOver(state, opened.version)) return undefined;
    // Before a second factor is set up: its recovery codes would never be shown.
    if (first.by === 'provider' && isEndedMeanwhile(state.providerSignOuts, first)) return undefined;
    return { attempt: { person, ...first }, next };
  }
}
