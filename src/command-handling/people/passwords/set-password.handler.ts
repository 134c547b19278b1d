import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { SetPassword } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';
import { createPasswordOptions } from './prepare-password.js';

@CommandHandler(SetPassword)
export class SetPasswordHandler implements ICommandHandler<SetPassword> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: SetPassword): Promise<CommandResult> {
    const options = createPasswordOptions(command.data.password);
    return this.users.execute(command, options);
  }
}
