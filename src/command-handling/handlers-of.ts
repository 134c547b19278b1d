// Handlers for Nest's bus that only hand on: a family of commands has one service that answers all of them.
import { Inject, type Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '../domain/command.js';

interface Answering<C> {
  write(command: C): Promise<Written>;
}

/** One handler for each command: a family with a command that nobody answers does not compile. */
export function handlersOf<C extends { readonly type: string }>(
  service: Type<Answering<C>>,
  commands: { readonly [Name in C['type']]: Type<Extract<C, { readonly type: Name }>> },
): readonly Type<ICommandHandler>[] {
  return Object.values<Type<unknown>>(commands).map((command) => handlerOf(service, command));
}

function handlerOf<C>(service: Type<Answering<C>>, command: Type<unknown>): Type<ICommandHandler> {
  @CommandHandler(command as never)
  class Handler {
    constructor(@Inject(service) private readonly answering: Answering<C>) {}

    async execute(said: C): Promise<Written> {
      return this.answering.write(said);
    }
  }
  return Handler;
}
