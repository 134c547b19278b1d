// Gives the domain's commands the result type that Nest's command bus reads, since the domain itself does not import Nest.
import type { Command as NestCommand } from '@nestjs/cqrs';

declare module '#domain/command.js' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars, @typescript-eslint/no-empty-object-type -- merged into the class
  interface Command<Data, Result> extends NestCommand<Result> {}
}
