// Outside of signing in, the code that was given is used up by an event of its own.
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { UseSecondFactor } from '../../domain/user/user-commands.js';
import { IdentityCommands } from '../identity-commands.js';
import { CodeVerification, type CodeAttempt } from './code-verification.js';

@Injectable()
export class SecondFactorUse {
  constructor(
    private readonly codes: CodeVerification,
    private readonly commands: IdentityCommands,
  ) {}

  /** Does nothing for people without a second factor. Throws `Refused` SECOND_FACTOR_WRONG or TOO_MANY_ATTEMPTS. */
  async useIfSetUp(person: PersonDocument, attempt: CodeAttempt): Promise<void> {
    await this.codes.verifyIfSetUp(person, attempt, async (proof) => {
      if (!proof) return;
      const context = { actor: person.id, commandId: uuid(), correlationId: attempt.correlationId };
      await this.commands.send(new UseSecondFactor({ id: person.id, proof, context }));
    });
  }
}
