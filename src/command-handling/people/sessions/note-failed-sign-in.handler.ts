import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { NoteFailedSignIn } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(NoteFailedSignIn)
export class NoteFailedSignInHandler implements ICommandHandler<NoteFailedSignIn> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: NoteFailedSignIn): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
