import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RetryItem } from '#domain/process/process-commands.js';
import { ProcessCommandExecutor } from './process-command-executor.js';

@CommandHandler(RetryItem)
export class RetryItemHandler implements ICommandHandler<RetryItem> {
  constructor(private readonly processes: ProcessCommandExecutor) {}

  async execute(command: RetryItem): Promise<CommandResult> {
    return this.processes.execute(command);
  }
}
