import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { SetUpSecondFactor } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(SetUpSecondFactor)
export class SetUpSecondFactorHandler implements ICommandHandler<SetUpSecondFactor> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: SetUpSecondFactor): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
