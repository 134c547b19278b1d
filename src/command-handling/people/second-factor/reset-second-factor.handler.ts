import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { ResetSecondFactor } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(ResetSecondFactor)
export class ResetSecondFactorHandler implements ICommandHandler<ResetSecondFactor> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: ResetSecondFactor): Promise<CommandResult> {
    return this.users.execute(command);
  }
}
