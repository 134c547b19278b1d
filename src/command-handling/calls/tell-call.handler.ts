import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { TellCall } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from '../records/record-command-executor.js';

@CommandHandler(TellCall)
export class TellCallHandler implements ICommandHandler<TellCall> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: TellCall): Promise<CommandResult> {
    return this.records.execute(command, { isHistorySent: true });
  }
}
