import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { SignInByLink } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(SignInByLink)
export class SignInByLinkHandler implements ICommandHandler<SignInByLink> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: SignInByLink): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
