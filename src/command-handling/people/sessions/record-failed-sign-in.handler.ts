import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RecordFailedSignIn } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(RecordFailedSignIn)
export class RecordFailedSignInHandler implements ICommandHandler<RecordFailedSignIn> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: RecordFailedSignIn): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
