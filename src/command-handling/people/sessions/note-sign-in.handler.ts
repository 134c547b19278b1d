import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { NoteSignIn } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(NoteSignIn)
export class NoteSignInHandler implements ICommandHandler<NoteSignIn> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: NoteSignIn): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
