import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { ChangeRecord } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from './record-command-executor.js';

@CommandHandler(ChangeRecord)
export class ChangeRecordHandler implements ICommandHandler<ChangeRecord> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: ChangeRecord): Promise<CommandResult> {
    return this.records.execute(command);
  }
}
