import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { SkipEvent } from '#domain/projection/projection-commands.js';
import { ProjectionCommandExecutor } from './projection-command-executor.js';

@CommandHandler(SkipEvent)
export class SkipEventHandler implements ICommandHandler<SkipEvent> {
  constructor(private readonly projections: ProjectionCommandExecutor) {}

  async execute(command: SkipEvent): Promise<CommandResult> {
    return this.projections.execute(command);
  }
}
