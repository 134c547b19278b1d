// Before a new way into an account is added, or a token made: the cookie of a session alone could be a stolen one.
import { Inject, Injectable } from '@nestjs/common';
import { createBuiltInReason, createInvalidEntryRefusal } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { CLOCK, type Clock } from '../ports/clock.js';
import { IdentityCommands } from './identity-commands.js';
import { People } from './people.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { SecondFactorUse } from './second-factor/second-factor-use.js';
import type { SignedInPerson } from './signed-in-person.js';
import type { Attempt } from './attempts/attempt-log.js';
import { PasswordVerification } from './sign-in/password-verification.js';

export interface GivenByOwner {
  readonly password: string;
  readonly code: string;
  readonly address: string;
  readonly correlationId: string;
}

export interface AskedOfOwner {
  readonly password: boolean;
  readonly code: boolean;
}

/** People without a password sign in again instead. */
const RECENT_SIGN_IN_MS = 10 * 60_000;

@Injectable()
export class OwnerConfirmation {
  @Inject(CLOCK) private readonly clock!: Clock;

  constructor(
    private readonly people: People,
    private readonly commands: IdentityCommands,
    private readonly passwords: PasswordVerification,
    private readonly secondFactors: SecondFactors,
    private readonly secondFactorUse: SecondFactorUse,
  ) {}

  /** Inputs of the form; without the code while the log cannot be read. */
  async listAsked(person: string): Promise<AskedOfOwner> {
    const [document, hasCode] = await Promise.all([
      this.people.byId(person),
      this.secondFactors.hasForDisplay(person),
    ]);
    return { password: this.isPasswordAsked(document), code: hasCode === true };
  }

  /** Throws `Refused` BAD_REQUEST for what is wrong, TOO_MANY_ATTEMPTS or NOT_SIGNED_IN. */
  async confirm(
    viewer: SignedInPerson,
    { password, code, address, correlationId }: GivenByOwner,
  ): Promise<void> {
    // The session may have begun a moment ago.
    await this.commands.waitForHead();
    const document = await this.people.byId(viewer.id);
    if (!document) throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
    const attempt: Attempt = { purpose: 'sign-in', address, correlationId, ...pickSession(viewer) };
    if (this.isPasswordAsked(document)) await this.confirmPassword(document, password, attempt);
    else this.assertRecentSignIn(document, viewer);
    const wrong = () => createInvalidEntryRefusal('ownCode', createPhrase('entry.code-wrong'));
    await this.secondFactorUse
      .useIfSetUp(document, { ...attempt, code })
      .catch(replaceRefusal('SECOND_FACTOR_WRONG', wrong));
  }

  private isPasswordAsked(document: PersonDocument | undefined): boolean {
    return document !== undefined && this.people.hasPassword(document);
  }

  private async confirmPassword(document: PersonDocument, password: string, attempt: Attempt): Promise<void> {
    const wrong = () => createInvalidEntryRefusal('ownPassword', createPhrase('entry.password-wrong'));
    await this.passwords.confirm(document, password, attempt).catch(replaceRefusal('WRONG_PASSWORD', wrong));
  }

  private assertRecentSignIn({ sessions }: PersonDocument, { session }: SignedInPerson): void {
    const at = sessions.find(({ begun }) => begun === session)?.at ?? '';
    if (Date.parse(this.clock()) - Date.parse(at) < RECENT_SIGN_IN_MS) return;
    throw createInvalidEntryRefusal('identity', createPhrase('entry.sign-in-again'));
  }
}

const pickSession = ({ session }: SignedInPerson) => (session === undefined ? {} : { session });

const replaceRefusal = (code: string, create: () => Refused) => (error: unknown) => {
  throw error instanceof Refused && error.reasons[0]?.code === code ? create() : error;
};
