import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { EndProviderSessions } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(EndProviderSessions)
export class EndProviderSessionsHandler implements ICommandHandler<EndProviderSessions> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: EndProviderSessions): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
