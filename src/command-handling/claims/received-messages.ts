// A message from outside is about one record, however often it comes: its id is claimed by that record, as a unique value is.
import { Injectable } from '@nestjs/common';
import { SYSTEM } from '#domain/permissions.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import { ValueTaken } from '#domain/claim/unique-value.js';
import { streams } from '#domain/stream-names.js';
import { digestClaimedValue, claimUniqueValue, releaseUniqueValue } from './unique-claims.js';
import { deriveEventId } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';

interface MessageForRecord {
  readonly application: string;
  readonly entity: string;
  /** Id of the record that the message is about. */
  readonly id: string;
  /** Name of the `receive` in section 7. */
  readonly receive: string;
  /** Made of the `webhook-id`. */
  readonly message: string;
}

@Injectable()
export class ReceivedMessages {
  constructor(private readonly ports: CommandDependencies) {}

  /** Throws `Refused` COMMAND_REUSED where the same message was about another record, and what `act` throws. */
  async once<T>(
    { application, entity, id, receive, message }: MessageForRecord,
    act: () => Promise<T>,
  ): Promise<T> {
    const digest = digestClaimedValue(this.ports, `webhook-id ${message}`, false);
    const stream = streams.unique(application, entity, receive, digest);
    const commandId = deriveEventId(message, stream, 1, '');
    const context = { actor: SYSTEM.id, commandId, correlationId: message, causationId: message };
    const stamp = { context, recordedAt: this.ports.clock() };
    // The claim outlives a process that is killed: the same message may come again, for the same record.
    const claim = { stream, field: receive, record: id, isHeldBy: () => Promise.resolve(true) };
    const isNew = await claimUniqueValue(this.ports, claim, stamp).catch((error: unknown) => {
      throw error instanceof ValueTaken ? new Refused([createBuiltInReason('COMMAND_REUSED')]) : error;
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
