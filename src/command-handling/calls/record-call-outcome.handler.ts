import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RecordCallOutcome } from '#domain/call/call-commands.js';
import { CallCommandExecutor } from './call-command-executor.js';
import { NO_CONSEQUENCES } from './evaluate-consequences.js';

@CommandHandler(RecordCallOutcome)
export class RecordCallOutcomeHandler implements ICommandHandler<RecordCallOutcome> {
  constructor(private readonly calls: CallCommandExecutor) {}

  async execute(command: RecordCallOutcome): Promise<CommandResult> {
    return this.calls.execute(command, async () => ({
      owners: command.data.owners,
      otherwise: NO_CONSEQUENCES,
    }));
  }
}
