import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { ChoosePreferences } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(ChoosePreferences)
export class ChoosePreferencesHandler implements ICommandHandler<ChoosePreferences> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: ChoosePreferences): Promise<CommandResult> {
    return this.users.execute(command);
  }
}
