import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { LockPerson } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from './user-command-executor.js';

@CommandHandler(LockPerson)
export class LockPersonHandler implements ICommandHandler<LockPerson> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: LockPerson): Promise<CommandResult> {
    return this.users.execute(command, { takesAdminAway: true });
  }
}
