import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RecordSignIn } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(RecordSignIn)
export class RecordSignInHandler implements ICommandHandler<RecordSignIn> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: RecordSignIn): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
