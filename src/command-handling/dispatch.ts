// Sends commands to their handlers: the one place that says what comes back.
import type { CommandBus } from '@nestjs/cqrs';
import { withDeadline } from './command-deadline.js';
import type { CallCommand } from '../domain/call/call-commands.js';
import type { CommandResult } from '../domain/command.js';
import type { EraseRecord, RecordCommand } from '../domain/record/record-commands.js';
import {
  PublishSpecification,
  type ChangeConstants,
} from '../domain/specification/specification-commands.js';
import type { UserCommand } from '../domain/user/user-commands.js';

export type DaybookCommand =
  RecordCommand | EraseRecord | CallCommand | UserCommand | ChangeConstants | PublishSpecification;

/** Throws `Refused`, `SpecificationRefused`, `EventStoreUnavailable`. */
export async function dispatch(bus: CommandBus, command: DaybookCommand): Promise<CommandResult> {
  const execute = () => bus.execute<DaybookCommand, CommandResult>(command);
  // A document is checked for as long as it is long: only its questions to the store have an end.
  return command instanceof PublishSpecification ? execute() : withDeadline(execute);
}
