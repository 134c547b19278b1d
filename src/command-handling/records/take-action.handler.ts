import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { TakeAction } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from './record-command-executor.js';

@CommandHandler(TakeAction)
export class TakeActionHandler implements ICommandHandler<TakeAction> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: TakeAction): Promise<CommandResult> {
    return this.records.execute(command);
  }
}
