import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RecordPastCall } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from '../records/record-command-executor.js';

@CommandHandler(RecordPastCall)
export class RecordPastCallHandler implements ICommandHandler<RecordPastCall> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: RecordPastCall): Promise<CommandResult> {
    return this.records.execute(command, { isHistorySent: true });
  }
}
