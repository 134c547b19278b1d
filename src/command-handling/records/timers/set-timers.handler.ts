import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { SetTimers } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from '../record-command-executor.js';

@CommandHandler(SetTimers)
export class SetTimersHandler implements ICommandHandler<SetTimers> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: SetTimers): Promise<CommandResult> {
    return this.records.execute(command);
  }
}
