// Answers EndSession: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { EndSession } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession, Written> {
  constructor(private readonly people: People) {}

  async execute(command: EndSession): Promise<Written> {
    return this.people.write(command);
  }
}
