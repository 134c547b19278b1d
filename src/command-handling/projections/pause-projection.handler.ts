import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { PauseProjection } from '#domain/projection/projection-commands.js';
import { ProjectionCommandExecutor } from './projection-command-executor.js';

@CommandHandler(PauseProjection)
export class PauseProjectionHandler implements ICommandHandler<PauseProjection> {
  constructor(private readonly projections: ProjectionCommandExecutor) {}

  async execute(command: PauseProjection): Promise<CommandResult> {
    return this.projections.execute(command);
  }
}
