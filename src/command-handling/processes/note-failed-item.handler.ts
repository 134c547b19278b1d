import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { NoteFailedItem } from '#domain/process/process-commands.js';
import { ProcessCommandExecutor } from './process-command-executor.js';

@CommandHandler(NoteFailedItem)
export class NoteFailedItemHandler implements ICommandHandler<NoteFailedItem> {
  constructor(private readonly processes: ProcessCommandExecutor) {}

  async execute(command: NoteFailedItem): Promise<CommandResult> {
    return this.processes.execute(command);
  }
}
