import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RetryItem } from '#domain/process-manager/process-manager-commands.js';
import { ProcessManagerCommandExecutor } from './process-manager-command-executor.js';

@CommandHandler(RetryItem)
export class RetryItemHandler implements ICommandHandler<RetryItem> {
  constructor(private readonly processes: ProcessManagerCommandExecutor) {}

  async execute(command: RetryItem): Promise<CommandResult> {
    return this.processes.execute(command);
  }
}
