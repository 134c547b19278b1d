// Answers OpenRecord: the decision is in src/domain/record/open.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { OpenRecord } from '#domain/record/record-commands.js';
import { Records } from './records.js';

@CommandHandler(OpenRecord)
export class OpenRecordHandler implements ICommandHandler<OpenRecord, Written> {
  constructor(private readonly records: Records) {}

  async execute(command: OpenRecord): Promise<Written> {
    return this.records.write(command);
  }
}
