// Handlers for Nest's bus that only hand on: a family of commands has one service that answers all of them.
import { Inject, type Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '../domain/command.js';

interface CommandWriter<C> {
  write(command: C): Promise<CommandResult>;
}

/** One handler for each command: a family with a command that nobody answers does not compile. */
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
