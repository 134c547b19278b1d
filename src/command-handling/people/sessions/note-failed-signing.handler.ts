import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { NoteFailedSigning } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(NoteFailedSigning)
export class NoteFailedSigningHandler implements ICommandHandler<NoteFailedSigning> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: NoteFailedSigning): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
