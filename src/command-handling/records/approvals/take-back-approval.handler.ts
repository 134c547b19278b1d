import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { TakeBackApproval } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from '../record-command-executor.js';

@CommandHandler(TakeBackApproval)
export class TakeBackApprovalHandler implements ICommandHandler<TakeBackApproval> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: TakeBackApproval): Promise<CommandResult> {
    return this.records.execute(command);
  }
}
