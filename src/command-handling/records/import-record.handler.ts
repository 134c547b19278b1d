// Answers ImportRecord: the decision is in src/domain/record/import.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '../../domain/command.js';
import { ImportRecord } from '../../domain/record/record-commands.js';
import { Records } from './records.js';

@CommandHandler(ImportRecord)
export class ImportRecordHandler implements ICommandHandler<ImportRecord, Written> {
  constructor(private readonly records: Records) {}

  async execute(command: ImportRecord): Promise<Written> {
    return this.records.write(command);
  }
}
