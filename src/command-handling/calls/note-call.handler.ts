import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { NoteCall } from '#domain/call/call-commands.js';
import { CallCommandExecutor } from './call-command-executor.js';
import { NO_CONSEQUENCES } from './call-consequences.js';

@CommandHandler(NoteCall)
export class NoteCallHandler implements ICommandHandler<NoteCall> {
  constructor(private readonly calls: CallCommandExecutor) {}

  async execute(command: NoteCall): Promise<CommandResult> {
    return this.calls.execute(command, async () => ({
      owners: command.data.owners,
      otherwise: NO_CONSEQUENCES,
    }));
  }
}
