// Sends a command to its handler: after a bounded time it is answered in any case.
import type { CommandBus } from '@nestjs/cqrs';
import type { Command } from '#domain/command.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { withDeadline } from './pipeline/command-deadline.js';

/**
 * A long document takes its time to be checked, so that the handler bounds each of its questions to the log. Throws `Refused`,
 * `SpecificationRefused`, `EventStoreUnavailable`.
 */
export function sendCommand<Result>(bus: CommandBus, command: Command<unknown, Result>): Promise<Result> {
  const execute = async () => bus.execute<Result>(command);
  return command instanceof PublishSpecification ? execute() : withDeadline(execute);
}
