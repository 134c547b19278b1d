import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { FollowProviderGroups } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(FollowProviderGroups)
export class FollowProviderGroupsHandler implements ICommandHandler<FollowProviderGroups> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: FollowProviderGroups): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
