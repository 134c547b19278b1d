import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RefuseApproval } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from '../record-command-executor.js';

@CommandHandler(RefuseApproval)
export class RefuseApprovalHandler implements ICommandHandler<RefuseApproval> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: RefuseApproval): Promise<CommandResult> {
    return this.records.execute(command);
  }
}
