// Sends commands to their handlers, and says what comes back. Handlers on Nest's bus only hand on: a family of commands has one service that
// answers all of them.
import type { CommandBus } from '@nestjs/cqrs';
import type { CallCommand } from '../domain/call/call-commands.js';
import type { CommandResult } from '../domain/command.js';
import type { ProcessCommand } from '../domain/process/process-commands.js';
import type { ProjectionCommand } from '../domain/projection/projection-commands.js';
import type { EraseRecord, RecordCommand } from '../domain/record/record-commands.js';
import {
  PublishSpecification,
  type ChangeConstants,
} from '../domain/specification/specification-commands.js';
import type { UserCommand } from '../domain/user/user-commands.js';
import { withDeadline } from './pipeline/command-deadline.js';

export type DaybookCommand =
  | RecordCommand
  | EraseRecord
  | CallCommand
  | ProcessCommand
  | ProjectionCommand
  | UserCommand
  | ChangeConstants
  | PublishSpecification;

/** Sends a command to its handler. Throws `Refused`, `SpecificationRefused`, `EventStoreUnavailable`. */
export async function dispatch(bus: CommandBus, command: DaybookCommand): Promise<CommandResult> {
  const execute = () => bus.execute<DaybookCommand, CommandResult>(command);
  // A document is checked for as long as it is long: only its questions to the store have an end.
  return command instanceof PublishSpecification ? execute() : withDeadline(execute);
}
