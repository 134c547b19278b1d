// Answers ImportRecord: the decision is in src/domain/record/import/import-history.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { ImportRecord } from '#domain/record/record-commands.js';
import { Records } from '../records/record-command-executor.js';

export interface ImportResult extends CommandResult {
  /** Whether the record is new; else a history that had begun was gone on with, or nothing was to do. */
  readonly opened: boolean;
  /** How many events were written. */
  readonly events: number;
}

@CommandHandler(ImportRecord)
export class ImportRecordHandler implements ICommandHandler<ImportRecord, ImportResult> {
  constructor(private readonly records: Records) {}

  async execute(command: ImportRecord): Promise<ImportResult> {
    let [opened, events] = [false, 0];
    const written = await this.records.write(command, (decided) => {
      opened = decided[0]?.type === 'record.opened';
      events = decided.length;
    });
    return { ...written, ...(written.already ? { opened: false, events: 0 } : { opened, events }) };
  }
}
