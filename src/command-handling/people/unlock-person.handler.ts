import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { UnlockPerson } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from './user-command-executor.js';

@CommandHandler(UnlockPerson)
export class UnlockPersonHandler implements ICommandHandler<UnlockPerson> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: UnlockPerson): Promise<CommandResult> {
    return this.users.execute(command);
  }
}
