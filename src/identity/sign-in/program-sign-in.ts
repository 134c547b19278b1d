// Programs that send a password with each request (HTTP Basic) have no session.
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { RecordSignIn } from '../../domain/user/user-commands.js';
import type { PersonalData } from '../../event-store/personal-data/personal-data.js';
import { PERSONAL_DATA } from '../../ports/storage-tokens.js';
import { digestNetwork } from '../digest-network.js';
import { IdentityCommands } from '../identity-commands.js';
import { PasswordVerification, type SignInCredentials } from './password-verification.js';

@Injectable()
export class ProgramSignIn {
  constructor(
    private readonly passwords: PasswordVerification,
    private readonly commands: IdentityCommands,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
  ) {}

  /**
   * Throws `Refused` WRONG_PASSWORD, TOO_MANY_ATTEMPTS or PASSWORDS_OFF, and PASSWORD_NOT_ENOUGH for those who have a
   * second factor.
   */
  async signIn(
    credentials: SignInCredentials,
    { address, correlationId }: { readonly address: string; readonly correlationId: string },
  ): Promise<{ readonly person: PersonDocument; readonly version: number }> {
    const attempt = { purpose: 'sign-in', address, correlationId } as const;
    const person = await this.passwords.identify(credentials, attempt);
    const { id } = person;
    const from = digestNetwork(this.personalData, address);
    const context = { actor: id, commandId: uuid(), correlationId };
    const { version } = await this.commands.send(new RecordSignIn({ id, by: 'program', from, context }));
    return { person, version };
  }
}
