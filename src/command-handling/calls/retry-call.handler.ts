import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RetryCall } from '#domain/call/call-commands.js';
import { CallCommandExecutor } from './call-command-executor.js';

@CommandHandler(RetryCall)
export class RetryCallHandler implements ICommandHandler<RetryCall> {
  constructor(private readonly calls: CallCommandExecutor) {}

  async execute(command: RetryCall): Promise<CommandResult> {
    return this.calls.execute(command);
  }
}
