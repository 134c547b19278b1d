import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { UseSecondFactor } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(UseSecondFactor)
export class UseSecondFactorHandler implements ICommandHandler<UseSecondFactor> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: UseSecondFactor): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
