import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { DismissDeputy } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(DismissDeputy)
export class DismissDeputyHandler implements ICommandHandler<DismissDeputy> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: DismissDeputy): Promise<CommandResult> {
    return this.users.execute(command);
  }
}
