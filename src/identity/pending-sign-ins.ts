// Between the right password and the code there is no session, only a sealed cookie that says who gave the password.
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { People } from './people.js';
import { Seals } from './seals.js';
import { SetUpSecondFactor } from '../domain/user/user-commands.js';
import { IdentityCommands } from './identity-commands.js';
import { RememberedBrowsers, type RememberedBrowser } from './remembered-browsers.js';
import { SecondFactors, type CodeAttempt, type SecondFactorState } from './second-factors.js';
import { computeSessionStamp } from './sessions.js';
import { SignIn, type ClientOrigin, type PendingSignIn, type StartedSession } from './sign-in.js';

const PENDING = {
  name: 'sign-in with a second factor',
  schema: z.object({
    person: z.string(),
    by: z.enum(['password', 'first-link']),
    next: z.enum(['code', 'set-up']),
    stamp: z.string(),
    /** Version of the person: what ended all sessions since ends this too. */
    version: z.number(),
  }),
};

export const PENDING_LIFETIME_MS = 10 * 60_000;

export interface FinishedSignIn {
  readonly begun: StartedSession;
  readonly remembered?: RememberedBrowser;
}

@Injectable()
export class PendingSignIns {
  constructor(
    private readonly people: People,
    private readonly seals: Seals,
    private readonly secondFactors: SecondFactors,
    private readonly signIn: SignIn,
    private readonly browsers: RememberedBrowsers,
    private readonly commands: IdentityCommands,
  ) {}

  /** Value of the cookie. */
  async seal({ person, by, next }: PendingSignIn): Promise<string> {
    const { id, version } = person;
    return this.seals.seal(
      PENDING,
      { person: id, by, next, stamp: computeSessionStamp(person), version },
      PENDING_LIFETIME_MS,
    );
  }

  /** undefined: forged, too old, or the account changed meanwhile. */
  async open(cookie: string | undefined): Promise<PendingSignIn | undefined> {
    return this.openUnless(cookie, ({ over }, version) => over.endedUpTo > version);
  }

  /** Throws `Refused` NOT_SIGNED_IN without a pending sign-in, SECOND_FACTOR_WRONG or TOO_MANY_ATTEMPTS. */
  async finish(
    cookie: string | undefined,
    given: Pick<CodeAttempt, 'code' | 'correlationId'> & ClientOrigin & { readonly remember: boolean },
  ): Promise<FinishedSignIn> {
    const pending = await this.open(cookie);
    if (!pending) throw refused('NOT_SIGNED_IN');
    const { person, by } = pending;
    const { id, signInDigest } = person;
    return this.secondFactors.verify({ person: id, signInDigest, ...given }, async (proof) => {
      const begun = await this.signIn.begin(person, by, given, given.correlationId, proof);
      const remembered = given.remember
        ? await this.browsers.remember(id, proof.factor, begun.written.version)
        : undefined;
      return { begun, ...(remembered && { remembered }) };
    });
  }

  /** Throws `Refused` NOT_SIGNED_IN without a pending sign-in, or SECOND_FACTOR_WRONG. */
  async setUp(
    cookie: string | undefined,
    given: { readonly sealed: string; readonly code: string; readonly correlationId: string } & ClientOrigin,
  ): Promise<{ readonly begun: StartedSession; readonly recoveryCodes: readonly string[] }> {
    const { sealed, code, correlationId } = given;
    const pending = await this.openForSetUp(cookie, sealed);
    if (pending?.next !== 'set-up') throw refused('NOT_SIGNED_IN');
    const { person, by } = pending;
    const confirmed = await this.secondFactors.confirm(person.id, sealed, code);
    if (!confirmed) throw refused('SECOND_FACTOR_WRONG');
    const { commandId, secret, step, digests, recoveryCodes } = confirmed;
    const context = { actor: person.id, commandId, correlationId };
    await this.commands.send(
      new SetUpSecondFactor({ id: person.id, secret, step, recoveryCodes: digests, except: null, context }),
    );
    const begun = await this.signIn.begin(person, by, given, correlationId, { kind: 'given before' });
    return { begun, recoveryCodes };
  }

  /** Setting up ends pending sign-ins, but the same form sent twice has to show the recovery codes again. */
  private async openForSetUp(cookie: string | undefined, sealed: string): Promise<PendingSignIn | undefined> {
    const secret = await this.secondFactors.readSecret(sealed);
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
    const { by, next } = opened;
    const person = await this.people.byId(opened.person);
    if (!person || computeSessionStamp(person) !== opened.stamp) return undefined;
    // From the log: a new password, a lock, an erasure or a reset counts at once.
    const state = await this.secondFactors.read(opened.person);
    return state && !isOver(state, opened.version) ? { person, by, next } : undefined;
  }
}

const refused = (code: 'NOT_SIGNED_IN' | 'SECOND_FACTOR_WRONG'): Refused =>
  new Refused([createBuiltInReason(code, { fields: ['code'] })]);
