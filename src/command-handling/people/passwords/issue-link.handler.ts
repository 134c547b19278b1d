import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { IssueLink } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(IssueLink)
export class IssueLinkHandler implements ICommandHandler<IssueLink> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: IssueLink): Promise<CommandResult> {
    return this.users.execute(command);
  }
}
