// Answers CommentRecord: the decision is in src/domain/record/comment.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { CommentRecord } from '#domain/record/record-commands.js';
import { Records } from './records.js';

@CommandHandler(CommentRecord)
export class CommentRecordHandler implements ICommandHandler<CommentRecord, Written> {
  constructor(private readonly records: Records) {}

  async execute(command: CommentRecord): Promise<Written> {
    return this.records.write(command);
  }
}
