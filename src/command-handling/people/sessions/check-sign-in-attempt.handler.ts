import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { CheckSignInAttempt } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(CheckSignInAttempt)
export class CheckSignInAttemptHandler implements ICommandHandler<CheckSignInAttempt> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: CheckSignInAttempt): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
