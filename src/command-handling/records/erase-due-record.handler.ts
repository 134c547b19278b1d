// Answers EraseDueRecord: the decision is in src/domain/record/erase-due.ts. Once it is written down, the key is destroyed and certified.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uuidOfText, payloadOf } from '../digests.js';
import { WritingPorts } from '../writing-ports.js';
import type { CommandResult } from '#domain/command.js';
import { EraseDueRecord } from '#domain/record/record-commands.js';
import { RecordRef } from '#domain/streams.js';
import { eraseRecord } from './destroy-record-key.js';
import { Records } from './records.js';

@CommandHandler(EraseDueRecord)
export class EraseDueRecordHandler implements ICommandHandler<EraseDueRecord, CommandResult> {
  constructor(
    private readonly ports: WritingPorts,
    private readonly records: Records,
  ) {}

  /**
   * Nobody's key is destroyed by a decision that was overtaken: it is in the log before. Where the second half fails, whoever decides again,
   * or sends the same again, finishes it. Throws `Refused`, `EventStoreUnavailable`.
   */
  async execute(command: EraseDueRecord): Promise<CommandResult> {
    const { already } = await this.records.write(command);
    const { context, reason } = command.data;
    const { commandId, actor, correlationId = commandId } = context;
    const written = await eraseRecord(this.ports, {
      record: RecordRef.of(command.data),
      context: { actor, commandId: uuidOfText(`erased ${commandId}`), correlationId, causationId: commandId },
      payload: payloadOf(this.ports, command),
      reason,
    });
    return { ...written, already: already && written.already };
  }
}
