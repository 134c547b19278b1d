import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { UseLink } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';
import { createPasswordOptions } from './prepare-password.js';

@CommandHandler(UseLink)
export class UseLinkHandler implements ICommandHandler<UseLink> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: UseLink): Promise<CommandResult> {
    const options = createPasswordOptions(command.data.password);
    return this.users.execute(command, { ...options, isOwnAct: true });
  }
}
