import type { CommandBus } from '@nestjs/cqrs';
import type { Command } from '#domain/command.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { runWithCommandDeadline } from './pipeline/command-deadline.js';

/** Publishing long documents takes longer, so its handler bounds each access to the log instead. */
export function sendCommand<Result>(bus: CommandBus, command: Command<unknown, Result>): Promise<Result> {
  const execute = async () => bus.execute<Result>(command);
  return command instanceof PublishSpecification ? execute() : runWithCommandDeadline(execute);
}
