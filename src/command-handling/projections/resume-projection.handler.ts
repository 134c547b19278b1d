import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { ResumeProjection } from '#domain/projection/projection-commands.js';
import { ProjectionCommandExecutor } from './projection-command-executor.js';

@CommandHandler(ResumeProjection)
export class ResumeProjectionHandler implements ICommandHandler<ResumeProjection> {
  constructor(private readonly projections: ProjectionCommandExecutor) {}

  async execute(command: ResumeProjection): Promise<CommandResult> {
    return this.projections.execute(command);
  }
}
