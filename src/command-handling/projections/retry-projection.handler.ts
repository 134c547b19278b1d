import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RetryProjection } from '#domain/projection/projection-commands.js';
import { ProjectionCommandExecutor } from './projection-command-executor.js';

@CommandHandler(RetryProjection)
export class RetryProjectionHandler implements ICommandHandler<RetryProjection> {
  constructor(private readonly projections: ProjectionCommandExecutor) {}

  async execute(command: RetryProjection): Promise<CommandResult> {
    return this.projections.execute(command);
  }
}
