import { Injectable } from '@nestjs/common';
import { SYSTEM } from '#domain/permissions.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { ValueTakenError } from '#domain/claim/unique-value.js';
import { streams } from '#domain/stream-names.js';
import { digestClaimedValue, claimUniqueValue, releaseUniqueValue } from './unique-value-claims.js';
import { deriveEventId } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';

interface MessageForRecord {
  readonly application: string;
  readonly entity: string;
  readonly id: string;
  /** Name in section 7. */
  readonly receive: string;
  readonly message: string;
}

@Injectable()
export class ReceivedMessageClaims {
  constructor(private readonly ports: CommandDependencies) {}

  /** Throws `Refused` COMMAND_REUSED if another record has the message, and errors of `act`. */
  async processOnce<T>(
    { application, entity, id, receive, message }: MessageForRecord,
    act: () => Promise<T>,
  ): Promise<T> {
    const digest = digestClaimedValue(this.ports, `webhook-id ${message}`, false);
    const stream = streams.unique(application, entity, receive, digest);
    const commandId = deriveEventId(message, stream, 1, '');
    const context = { actor: SYSTEM.id, commandId, correlationId: message, causationId: message };
    const stamp = { context, recordedAt: this.ports.clock() };
    // A record may receive its message again, after a crash.
    const claim = { stream, field: receive, record: id, isHeldBy: () => Promise.resolve(true) };
    const isNew = await claimUniqueValue(this.ports, claim, stamp).catch((error: unknown) => {
      throw error instanceof ValueTakenError ? new Refused([createBuiltInReason('COMMAND_REUSED')]) : error;
    });
    try {
      return await act();
    } catch (error) {
      if (isNew && error instanceof Refused)
        await releaseUniqueValue(this.ports, claim, stamp, 'It was refused.');
      throw error;
    }
  }
}
