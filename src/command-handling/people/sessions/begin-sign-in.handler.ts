import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { BeginSignIn } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(BeginSignIn)
export class BeginSignInHandler implements ICommandHandler<BeginSignIn> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: BeginSignIn): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
