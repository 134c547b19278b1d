import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { AcceptReplay } from '#domain/projection/projection-commands.js';
import { ProjectionCommandExecutor } from './projection-command-executor.js';

@CommandHandler(AcceptReplay)
export class AcceptReplayHandler implements ICommandHandler<AcceptReplay> {
  constructor(private readonly projections: ProjectionCommandExecutor) {}

  async execute(command: AcceptReplay): Promise<CommandResult> {
    return this.projections.execute(command);
  }
}
