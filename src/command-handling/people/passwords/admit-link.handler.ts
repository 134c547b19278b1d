import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { AdmitLink } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(AdmitLink)
export class AdmitLinkHandler implements ICommandHandler<AdmitLink> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: AdmitLink): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
