import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { CommentRecord } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from './record-command-executor.js';

@CommandHandler(CommentRecord)
export class CommentRecordHandler implements ICommandHandler<CommentRecord> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: CommentRecord): Promise<CommandResult> {
    return this.records.execute(command);
  }
}
