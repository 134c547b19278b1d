import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { SkipItem } from '#domain/process-manager/process-manager-commands.js';
import { ProcessManagerCommandExecutor } from './process-manager-command-executor.js';

@CommandHandler(SkipItem)
export class SkipItemHandler implements ICommandHandler<SkipItem> {
  constructor(private readonly processes: ProcessManagerCommandExecutor) {}

  async execute(command: SkipItem): Promise<CommandResult> {
    return this.processes.execute(command);
  }
}
