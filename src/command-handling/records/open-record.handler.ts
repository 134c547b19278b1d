import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { OpenRecord } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from './record-command-executor.js';

@CommandHandler(OpenRecord)
export class OpenRecordHandler implements ICommandHandler<OpenRecord> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: OpenRecord): Promise<CommandResult> {
    return this.records.execute(command);
  }
}
