// Answers EraseDueRecord: the decision is in src/domain/record/erasure/erase-due-record.ts. Once it is written down, the key is destroyed and certified.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import type { CommandResult } from '#domain/command.js';
import { EraseDueRecord } from '#domain/record/record-commands.js';
import { RecordRef } from '#domain/stream-names.js';
import { finishErasure } from './finish-erasure.js';
import { RecordCommandExecutor } from '../records/record-command-executor.js';

@CommandHandler(EraseDueRecord)
export class EraseDueRecordHandler implements ICommandHandler<EraseDueRecord> {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly records: RecordCommandExecutor,
  ) {}

  /**
   * Nobody's key is destroyed by a decision that was overtaken: it is in the log before. Where the second half fails, it is finished
   * at the next start, or when it is asked for again. Throws `Refused`, `EventStoreUnavailable`.
   */
  async execute(command: EraseDueRecord): Promise<CommandResult> {
    const { already } = await this.records.execute(command);
    const certified = await finishErasure(this.ports, RecordRef.of(command.data));
    return { ...certified, already: already && certified.already };
  }
}
