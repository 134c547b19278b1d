// What people do to their own second factor, on the page of their account.
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { CommandResult } from '../domain/command.js';
import { createBuiltInReason, createInvalidEntryRefusal } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { ResetSecondFactor } from '../domain/user/user-commands.js';
import { IdentityCommands } from './identity-commands.js';
import { People } from './people.js';
import { PasswordVerification } from './sign-in/password-verification.js';
import {
  SECOND_FACTOR_COMMAND,
  SigningConfirmation,
  type SentConfirmation,
} from './sign-in/signing-confirmation.js';
import { CodeVerification } from './second-factor/code-verification.js';
import { SecondFactorSetUps } from './second-factor/second-factor-set-ups.js';

export interface OwnSecondFactorRequest {
  readonly id: string;
  readonly code: string;
  readonly password: string;
  readonly address: string;
  readonly correlationId: string;
  readonly session?: number;
  /** At a provider, of people without a password. */
  readonly confirmation: SentConfirmation;
}

export interface SetSecondFactor {
  readonly recoveryCodes: readonly string[];
  readonly written: CommandResult;
}

@Injectable()
export class OwnSecondFactor {
  @Inject(SigningConfirmation) private readonly confirmation!: SigningConfirmation;

  constructor(
    private readonly people: People,
    private readonly passwords: PasswordVerification,
    private readonly setUps: SecondFactorSetUps,
    private readonly codes: CodeVerification,
    private readonly commands: IdentityCommands,
  ) {}

  /** undefined: neither a password nor an account at a provider, so nothing can be changed. */
  async findConfirmation(person: PersonDocument): Promise<'password' | 'provider' | undefined> {
    if (this.people.hasPassword(person)) return 'password';
    return (await this.confirmation.findWayToSign(person.id)) === 'confirm' ? 'provider' : undefined;
  }

  /** Throws `Refused` BAD_REQUEST for a wrong code or password, and what is not confirmed, NO_PASSWORD, TOO_MANY_ATTEMPTS or NOT_SIGNED_IN. */
  async setUp(request: OwnSecondFactorRequest & { readonly sealed: string }): Promise<SetSecondFactor> {
    const { id, code, sealed, correlationId, session = null } = request;
    const confirmed = await this.setUps.confirm(id, sealed, code);
    await this.verifyOwner(request);
    const written = await this.setUps.complete(confirmed, { except: session, correlationId });
    await this.commands.waitFor(written.position).catch(() => false);
    return { recoveryCodes: confirmed.recoveryCodes, written };
  }

  /** Ends all sessions. Throws as `setUp`. */
  async turnOff(request: OwnSecondFactorRequest): Promise<CommandResult> {
    const { id, correlationId } = request;
    const person = await this.verifyOwner(request);
    const context = { actor: id, commandId: uuid(), correlationId };
    const written = await this.codes
      .verify(person, { ...request, purpose: 'sign-in' }, async (proof) =>
        this.commands.send(new ResetSecondFactor({ id, reason: '', proof, context })),
      )
      .catch((error: unknown) => {
        if (!(error instanceof Refused) || error.reasons[0]?.code !== 'SECOND_FACTOR_WRONG') throw error;
        throw createInvalidEntryRefusal('code', createPhrase('entry.code-wrong'));
      });
    await this.commands.waitFor(written.position).catch(() => false);
    return written;
  }

  private async verifyOwner(request: OwnSecondFactorRequest): Promise<PersonDocument> {
    const person = await this.people.byId(request.id);
    if (!person) throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
    if (this.people.hasPassword(person)) await this.verifyPassword(person, request);
    else await this.assertConfirmed(request);
    return person;
  }

  private async assertConfirmed({ confirmation, ...person }: OwnSecondFactorRequest): Promise<void> {
    if (!(await this.confirmation.findProvider(person.id)))
      throw new Refused([createBuiltInReason('NO_PASSWORD')]);
    const isForThis = confirmation.command?.startsWith(SECOND_FACTOR_COMMAND) === true;
    if (isForThis && (await this.confirmation.isConfirmed(person, confirmation))) return;
    throw createInvalidEntryRefusal('confirmed', createPhrase('entry.confirm-first'));
  }

  private async verifyPassword(
    person: PersonDocument,
    { password, ...request }: OwnSecondFactorRequest,
  ): Promise<void> {
    try {
      await this.passwords.confirm(person, password, { ...request, purpose: 'sign-in' });
    } catch (error) {
      if (!(error instanceof Refused) || error.reasons[0]?.code !== 'WRONG_PASSWORD') throw error;
      throw createInvalidEntryRefusal('password', createPhrase('entry.password-wrong'));
    }
  }
}
