// Each signature asks for name and password (21 CFR 11.200), and for a code of those who have a second factor.
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { SigningProof } from '../domain/record/record-commands.js';
import type { CommandResult } from '../domain/command.js';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { RecordFailedSignature, UseSecondFactor } from '../domain/user/user-commands.js';
import { isSessionEnded } from '../domain/user/ended-sessions.js';
import { IdentityCommands } from './identity-commands.js';
import { Sessions } from './sessions.js';
import { People } from './people.js';
import type { SignedInPerson } from './signed-in-person.js';
import { SecondFactors, type CodeAttempt } from './second-factors.js';
import { SignIn } from './sign-in.js';

export interface SigningCredentials {
  readonly name: string;
  readonly password: string;
  /** Asked of those who have a second factor. */
  readonly code?: string;
  readonly address: string;
  readonly correlationId: string;
}

/** The answer does not say which of them was wrong. */
const WRONG = ['WRONG_PASSWORD', 'SECOND_FACTOR_WRONG'];

@Injectable()
export class SignerVerification {
  constructor(
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
    private readonly commands: IdentityCommands,
    private readonly secondFactors: SecondFactors,
  ) {}

  /** Throws `Refused` NOT_FOR_TOKENS, SIGNATURE_WRONG, TOO_MANY_ATTEMPTS, or NOT_SIGNED_IN if the failure ended the session. */
  async confirmSigner(
    { id, session, demo, program }: SignedInPerson,
    given: SigningCredentials,
  ): Promise<SigningProof['by']> {
    assertNoProgram(program);
    const person = await this.people.byId(id);
    if (!person) throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
    if (demo && person.passwordHash === null) return 'demo';
    let failed: CommandResult | undefined;
    const { correlationId, code = '', ...credentials } = given;
    try {
      const entry = { ...credentials, ...(session !== undefined && { session }) };
      await this.signIn.confirmSigning(person, entry, correlationId, (written) => (failed = written));
      const { signInDigest } = person;
      const { address } = given;
      await this.confirmSecondFactor({
        person: id,
        signInDigest,
        code,
        address,
        correlationId,
        ...(session !== undefined && { session }),
        recordFailure: async (on) => {
          failed = await this.commands.send(new RecordFailedSignature(on));
        },
      });
      return 'password';
    } catch (error) {
      if (!(error instanceof Refused) || !WRONG.includes(error.reasons[0]?.code ?? '')) throw error;
      if (session !== undefined && failed && (await this.isOver(id, session, failed)))
        throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
      throw new Refused([createBuiltInReason('SIGNATURE_WRONG', { fields: ['signature'] })]);
    }
  }

  private async confirmSecondFactor(attempt: CodeAttempt): Promise<void> {
    const { person: id, correlationId } = attempt;
    if (!(await this.secondFactors.has(id))) return;
    await this.secondFactors.verify(attempt, async (proof) =>
      this.commands.send(
        new UseSecondFactor({ id, proof, context: { actor: id, commandId: uuid(), correlationId } }),
      ),
    );
  }

  private async isOver(person: string, begun: number, { position }: CommandResult): Promise<boolean> {
    await this.commands.waitFor(position).catch(() => false);
    const document = await this.people.byId(person);
    if (!document || !isSessionEnded(document, begun)) return false;
    this.sessions.end({ person, begun });
    return true;
  }
}

/** A signature is a person's own act at that moment. */
function assertNoProgram(program: SignedInPerson['program']): void {
  if (program) throw new Refused([createBuiltInReason('NOT_FOR_TOKENS')]);
}
