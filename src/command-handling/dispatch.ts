// Sends commands to their handlers, and says what comes back. Handlers on Nest's bus only hand on: a family of commands has one service that
// answers all of them.
import { type CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
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
import { Inject, type Type } from '@nestjs/common';
import { withDeadline } from './command-deadline.js';

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

/** Answers all commands of a family. */
interface CommandWriter<C> {
  write(command: C): Promise<CommandResult>;
}

/**
 * Handlers that only hand on to their family's service, one for each command: a family with a command that nobody answers does
 * not compile.
 */
export function handlersOf<C extends { readonly type: string }>(
  service: Type<CommandWriter<C>>,
  commands: { readonly [Name in C['type']]: Type<Extract<C, { readonly type: Name }>> },
): readonly Type<ICommandHandler>[] {
  return Object.values<Type<unknown>>(commands).map((command) => handlerOf(service, command));
}

function handlerOf<C>(service: Type<CommandWriter<C>>, command: Type<unknown>): Type<ICommandHandler> {
  @CommandHandler(command as never)
  class Handler {
    constructor(@Inject(service) private readonly answering: CommandWriter<C>) {}

    async execute(said: C): Promise<CommandResult> {
      return this.answering.write(said);
    }
  }
  return Handler;
}
