// The decision is recorded before the key is destroyed and certified.
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

  /** A decision that loses its race destroys no key. */
  async execute(command: EraseDueRecord): Promise<CommandResult> {
    const { already } = await this.records.execute(command);
    const certified = await finishErasure(this.ports, RecordRef.of(command.data));
    return { ...certified, already: already && certified.already };
  }
}
