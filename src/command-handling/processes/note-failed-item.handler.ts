import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { NoteFailedItem } from '#domain/process-manager/process-manager-commands.js';
import { ProcessManagerCommandExecutor } from './process-manager-command-executor.js';

@CommandHandler(NoteFailedItem)
export class NoteFailedItemHandler implements ICommandHandler<NoteFailedItem> {
  constructor(private readonly processes: ProcessManagerCommandExecutor) {}

  async execute(command: NoteFailedItem): Promise<CommandResult> {
    return this.processes.execute(command);
  }
}
