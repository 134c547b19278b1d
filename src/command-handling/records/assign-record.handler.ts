// Answers AssignRecord: the decision is in src/domain/record/assign.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { AssignRecord } from '#domain/record/record-commands.js';
import { Records } from './records.js';

@CommandHandler(AssignRecord)
export class AssignRecordHandler implements ICommandHandler<AssignRecord, Written> {
  constructor(private readonly records: Records) {}

  async execute(command: AssignRecord): Promise<Written> {
    return this.records.write(command);
  }
}
