// Answers ChangeRecord: the decision is in src/domain/record/change.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { ChangeRecord } from '#domain/record/record-commands.js';
import { Records } from './records.js';

@CommandHandler(ChangeRecord)
export class ChangeRecordHandler implements ICommandHandler<ChangeRecord, Written> {
  constructor(private readonly records: Records) {}

  async execute(command: ChangeRecord): Promise<Written> {
    return this.records.write(command);
  }
}
