// Each signature asks for name and password (21 CFR 11.200), and for a code of those who have a second factor.
import { Injectable } from '@nestjs/common';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import type { SigningProof } from '../../domain/record/record-commands.js';
import { createBuiltInReason } from '../../domain/create-reason.js';
import { Refused } from '../../domain/refusal.js';
import { EndedSessionCheck } from '../ended-session-check.js';
import { People } from '../people.js';
import { SecondFactorUse } from '../second-factor/second-factor-use.js';
import type { SignedInPerson } from '../signed-in-person.js';
import type { Attempt } from '../attempts/attempt-log.js';
import { SECOND_FACTOR_COMMAND, SigningConfirmation, type SentConfirmation } from './signing-confirmation.js';
import { PasswordVerification } from './password-verification.js';

export interface SigningCredentials {
  readonly name: string;
  readonly password: string;
  /** Needed of people with a second factor. */
  readonly code?: string;
  readonly address: string;
  readonly correlationId: string;
  /** undefined: from a program, which cannot confirm. */
  readonly confirmation?: SentConfirmation;
}

/** The answer does not say which of them was wrong. */
const WRONG = ['WRONG_PASSWORD', 'SECOND_FACTOR_WRONG'];

const isWrong = (error: unknown): boolean =>
  error instanceof Refused && WRONG.includes(error.reasons[0]?.code ?? '');

@Injectable()
export class SignerVerification {
  constructor(
    private readonly people: People,
    private readonly passwords: PasswordVerification,
    private readonly secondFactor: SecondFactorUse,
    private readonly endedSessions: EndedSessionCheck,
    private readonly confirmation: SigningConfirmation,
  ) {}

  /** Throws `Refused` NOT_FOR_TOKENS, SIGNER_WITHOUT_PASSWORD, SIGNATURE_UNCONFIRMED, SIGNATURE_WRONG, TOO_MANY_ATTEMPTS, or NOT_SIGNED_IN if the failure ended the session. */
  async confirmSigner(signer: SignedInPerson, given: SigningCredentials): Promise<SigningProof['by']> {
    assertNoProgram(signer);
    const person = await this.people.byId(signer.id);
    if (!person) throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
    const hasPassword = this.people.hasPassword(person);
    if (!hasPassword && signer.demo === true) return 'demo';
    if (!hasPassword) await this.assertConfirmed(signer, given.confirmation);
    try {
      await this.confirmFactors(person, given, signer.session);
      return hasPassword ? 'password' : 'provider';
    } catch (error) {
      throw isWrong(error) ? await this.createRefusal(signer) : error;
    }
  }

  private async confirmFactors(
    person: PersonDocument,
    { name, password, code = '', address, correlationId }: SigningCredentials,
    session: number | undefined,
  ): Promise<void> {
    const within = session === undefined ? {} : { session };
    const attempt: Attempt = { purpose: 'signature', address, correlationId, ...within };
    if (this.people.hasPassword(person))
      await this.passwords.confirmWithName(person, { name, password }, attempt);
    await this.secondFactor.useIfSetUp(person, { ...attempt, code });
  }

  /** Any password would be wrong, and the third wrong one ends the session. */
  private async assertConfirmed(signer: SignedInPerson, sent: SentConfirmation | undefined): Promise<void> {
    const isPossible = sent && (await this.confirmation.findProvider(signer.id)) !== undefined;
    if (!isPossible) throw new Refused([createBuiltInReason('SIGNER_WITHOUT_PASSWORD')]);
    const isForRecords = sent.command?.startsWith(SECOND_FACTOR_COMMAND) !== true;
    if (isForRecords && (await this.confirmation.isConfirmed(signer, sent))) return;
    throw new Refused([createBuiltInReason('SIGNATURE_UNCONFIRMED', { fields: ['signature'] })]);
  }

  private async createRefusal({ id, session }: SignedInPerson): Promise<Refused> {
    const isOver = session !== undefined && (await this.endedSessions.isOver({ person: id, begun: session }));
    return new Refused([
      isOver
        ? createBuiltInReason('NOT_SIGNED_IN')
        : createBuiltInReason('SIGNATURE_WRONG', { fields: ['signature'] }),
    ]);
  }
}

/** A signature is a person's own act at that moment. */
function assertNoProgram({ program }: SignedInPerson): void {
  if (program) throw new Refused([createBuiltInReason('NOT_FOR_TOKENS')]);
}
