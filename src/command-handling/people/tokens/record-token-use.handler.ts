import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RecordTokenUse } from '#domain/user/user-commands.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(RecordTokenUse)
export class RecordTokenUseHandler implements ICommandHandler<RecordTokenUse> {
  constructor(private readonly users: UserCommandExecutor) {}

  async execute(command: RecordTokenUse): Promise<CommandResult> {
    return this.users.execute(command, { isOwnAct: true });
  }
}
