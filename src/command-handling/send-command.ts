// Sends a command to its handler: after a bounded time it is answered in any case.
import type { CommandBus } from '@nestjs/cqrs';
import type { Command } from '#domain/command.js';
import { withDeadline } from './pipeline/command-deadline.js';

/** Throws `Refused`, `SpecificationRefused`, `EventStoreUnavailable`. */
export const sendCommand = <Result>(bus: CommandBus, command: Command<unknown, Result>): Promise<Result> =>
  withDeadline(async () => bus.execute(command));
