import type { CommandBus } from '@nestjs/cqrs';
import type { Command } from '#domain/command.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { observeCommand } from './observe-command.js';
import { runWithCommandDeadline } from './pipeline/command-deadline.js';

/** Publishing long documents takes longer, so its handler bounds each access to the log instead. */
export async function sendCommand<Result>(
  bus: CommandBus,
  command: Command<unknown, Result>,
): Promise<Result> {
  const execute = async () => bus.execute<Result>(command);
  return observeCommand(command, async () =>
    command instanceof PublishSpecification ? execute() : runWithCommandDeadline(execute),
  );
}
