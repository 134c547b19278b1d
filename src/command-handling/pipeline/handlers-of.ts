// Handlers that only hand on to the service of their family.
import { Inject, type Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';

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
