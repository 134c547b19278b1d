// Answers EndSessions: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { EndSessions } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(EndSessions)
export class EndSessionsHandler implements ICommandHandler<EndSessions, Written> {
  constructor(private readonly people: People) {}

  async execute(command: EndSessions): Promise<Written> {
    return this.people.write(command);
  }
}
