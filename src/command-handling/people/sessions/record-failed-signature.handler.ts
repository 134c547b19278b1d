import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RecordFailedSignature } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(RecordFailedSignature)
export class RecordFailedSignatureHandler implements ICommandHandler<RecordFailedSignature> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: RecordFailedSignature): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
