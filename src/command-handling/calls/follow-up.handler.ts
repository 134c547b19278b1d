import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { FollowUp } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from '../records/record-command-executor.js';

@CommandHandler(FollowUp)
export class FollowUpHandler implements ICommandHandler<FollowUp> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: FollowUp): Promise<CommandResult> {
    return this.records.execute(command);
  }
}
