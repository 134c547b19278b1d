import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RevokeRole } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from './user-command-executor.js';
import { INSTALLATION } from '#domain/user/user-events.js';

@CommandHandler(RevokeRole)
export class RevokeRoleHandler implements ICommandHandler<RevokeRole> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: RevokeRole): Promise<CommandResult> {
    const { application, role } = command.data;
    return this.users.execute(command, { takesAdminAway: application === INSTALLATION && role === 'admin' });
  }
}
