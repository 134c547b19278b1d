import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { VerifyLink } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(VerifyLink)
export class VerifyLinkHandler implements ICommandHandler<VerifyLink> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: VerifyLink): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
