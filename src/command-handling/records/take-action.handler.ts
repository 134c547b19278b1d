// Answers TakeAction: the decision is in src/domain/record/take-action.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { TakeAction } from '#domain/record/record-commands.js';
import { Records } from './records.js';

@CommandHandler(TakeAction)
export class TakeActionHandler implements ICommandHandler<TakeAction, Written> {
  constructor(private readonly records: Records) {}

  async execute(command: TakeAction): Promise<Written> {
    return this.records.write(command);
  }
}
