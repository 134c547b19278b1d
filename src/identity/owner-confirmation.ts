// Before a new way into an account is added: the cookie of a session alone could be a stolen one.
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { createInvalidEntryRefusal } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { UseSecondFactor } from '../domain/user/user-commands.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { CLOCK, type Clock } from '../ports/clock.js';
import { IdentityCommands } from './identity-commands.js';
import { People } from './people.js';
import { HAS_PASSWORDS } from './providers/sign-in-provider.js';
import { SecondFactors } from './second-factors.js';
import type { SignedInPerson } from './signed-in-person.js';
import { SignIn } from './sign-in.js';

interface GivenByOwner {
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
  @Inject(HAS_PASSWORDS) private readonly hasPasswords!: boolean;
  @Inject(CLOCK) private readonly clock!: Clock;

  constructor(
    private readonly people: People,
    private readonly signIn: SignIn,
    private readonly secondFactors: SecondFactors,
    private readonly commands: IdentityCommands,
  ) {}

  /** `hasCode`: undefined where it is not known at the moment. */
  listAsked(document: PersonDocument | undefined, hasCode: boolean | undefined): AskedOfOwner {
    return { password: this.isPasswordAsked(document), code: hasCode === true };
  }

  /** Throws `Refused` BAD_REQUEST for what is wrong, TOO_MANY_ATTEMPTS or NOT_SIGNED_IN. */
  async confirm(viewer: SignedInPerson, given: GivenByOwner): Promise<void> {
    const document = await this.people.byId(viewer.id);
    if (!document) return;
    if (this.isPasswordAsked(document)) await this.confirmPassword(document, viewer, given);
    else this.assertRecentSignIn(document, viewer);
    if (await this.secondFactors.has(viewer.id)) await this.confirmCode(document, viewer, given);
  }

  private isPasswordAsked(document: PersonDocument | undefined): boolean {
    return this.hasPasswords && document?.passwordHash != null;
  }

  private async confirmPassword(
    document: PersonDocument,
    viewer: SignedInPerson,
    { password, address, correlationId }: GivenByOwner,
  ): Promise<void> {
    const wrong = () => createInvalidEntryRefusal('ownPassword', createPhrase('entry.password-wrong'));
    await this.signIn
      .confirm(document, { password, address, ...pickSession(viewer) }, correlationId)
      .catch(replaceRefusal('WRONG_PASSWORD', wrong));
  }

  private async confirmCode(
    { id, signInDigest }: PersonDocument,
    viewer: SignedInPerson,
    { code, address, correlationId }: GivenByOwner,
  ): Promise<void> {
    const wrong = () => createInvalidEntryRefusal('ownCode', createPhrase('entry.code-wrong'));
    const attempt = { person: id, signInDigest, code, address, correlationId, ...pickSession(viewer) };
    await this.secondFactors
      .verify(attempt, async (proof) =>
        this.commands.send(
          new UseSecondFactor({ id, proof, context: { actor: id, commandId: uuid(), correlationId } }),
        ),
      )
      .catch(replaceRefusal('SECOND_FACTOR_WRONG', wrong));
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
