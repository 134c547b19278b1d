import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { AssignRecord } from '#domain/record/record-commands.js';
import { RecordCommandExecutor } from './record-command-executor.js';

@CommandHandler(AssignRecord)
export class AssignRecordHandler implements ICommandHandler<AssignRecord> {
  constructor(private readonly records: RecordCommandExecutor) {}

  async execute(command: AssignRecord): Promise<CommandResult> {
    return this.records.execute(command);
  }
}
