import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { GrantRole } from '#domain/user/user-commands.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { assertRolesExist } from './assert-roles-exist.js';
import { UserCommandExecutor } from './user-command-executor.js';

@CommandHandler(GrantRole)
export class GrantRoleHandler implements ICommandHandler<GrantRole> {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly users: UserCommandExecutor,
  ) {}

  async execute(command: GrantRole): Promise<CommandResult> {
    return this.users.execute(command, {
      check: async () =>
        assertRolesExist([command.data], 'roles', async (application) =>
          this.ports.specifications.current(application),
        ),
    });
  }
}
