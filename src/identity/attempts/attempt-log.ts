// Attempts of known people are limited by the log, so that all processes count together.
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import {
  CheckSignInAttempt,
  RecordFailedSignature,
  RecordFailedSignIn,
} from '../../domain/user/user-commands.js';
import type { PersonalData } from '../../event-store/personal-data/personal-data.js';
import { PERSONAL_DATA } from '../../ports/storage-tokens.js';
import { digestNetwork } from '../digest-network.js';
import { IdentityCommands } from '../identity-commands.js';

/** At a password or a code. */
export interface Attempt {
  /** What it counts as if it fails. */
  readonly purpose: 'sign-in' | 'signature';
  readonly address: string;
  readonly correlationId: string;
  /** undefined for programs and at sign-in. */
  readonly session?: number;
}

@Injectable()
export class AttemptLog {
  constructor(
    private readonly commands: IdentityCommands,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
  ) {}

  /** Throws `Refused` TOO_MANY_ATTEMPTS, or NOT_SIGNED_IN if the session is over. */
  async assertAllowed(person: string, attempt: Attempt): Promise<void> {
    await this.commands.send(new CheckSignInAttempt(this.createPayload(person, attempt)));
  }

  /** Throws as `assertAllowed`. */
  async recordFailure(person: string, by: 'password' | 'code', attempt: Attempt): Promise<void> {
    const payload = this.createPayload(person, attempt);
    await this.commands.send(
      attempt.purpose === 'signature'
        ? new RecordFailedSignature(payload)
        : new RecordFailedSignIn({ ...payload, by }),
    );
  }

  private createPayload(id: string, { address, session, correlationId }: Attempt) {
    return {
      id,
      from: digestNetwork(this.personalData, address),
      ...(session !== undefined && { session }),
      context: { actor: 'system', commandId: uuid(), correlationId },
    };
  }
}
