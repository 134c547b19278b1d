import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { EndSession } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: EndSession): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
