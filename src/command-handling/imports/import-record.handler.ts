import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ImportRecord, type ImportRecordResult } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from '../records/record-command-executor.js';

@CommandHandler(ImportRecord)
export class ImportRecordHandler implements ICommandHandler<ImportRecord> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: ImportRecord): Promise<ImportRecordResult> {
    let [opened, events] = [false, 0];
    const written = await this.records.execute(command, {
      isHistory: true,
      onDecided: (decided) => {
        opened = decided[0]?.type === 'record.opened';
        events = decided.length;
      },
    });
    return { ...written, ...(written.already ? { opened: false, events: 0 } : { opened, events }) };
  }
}
