import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RollBackProjection } from '#domain/projection/projection-commands.js';
import { ProjectionCommandExecutor } from './projection-command-executor.js';

@CommandHandler(RollBackProjection)
export class RollBackProjectionHandler implements ICommandHandler<RollBackProjection> {
  constructor(private readonly projections: ProjectionCommandExecutor) {}

  async execute(command: RollBackProjection): Promise<CommandResult> {
    return this.projections.execute(command);
  }
}
