import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { SkipItem } from '#domain/process/process-commands.js';
import { ProcessCommandExecutor } from './process-command-executor.js';

@CommandHandler(SkipItem)
export class SkipItemHandler implements ICommandHandler<SkipItem> {
  constructor(private readonly processes: ProcessCommandExecutor) {}

  async execute(command: SkipItem): Promise<CommandResult> {
    return this.processes.execute(command);
  }
}
