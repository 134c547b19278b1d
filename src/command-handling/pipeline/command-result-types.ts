import type { Command as NestCommand } from '@nestjs/cqrs';

declare module '#domain/command.js' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars, @typescript-eslint/no-empty-object-type -- merged into the class
  interface Command<Data, Result> extends NestCommand<Result> {}
}
