import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { FireTimer } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from '../record-command-executor.js';

@CommandHandler(FireTimer)
export class FireTimerHandler implements ICommandHandler<FireTimer> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: FireTimer): Promise<CommandResult> {
    return this.records.execute(command);
  }
}
