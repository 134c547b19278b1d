// Answers UseLink: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { UseLink } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(UseLink)
export class UseLinkHandler implements ICommandHandler<UseLink, Written> {
  constructor(private readonly people: People) {}

  async execute(command: UseLink): Promise<Written> {
    return this.people.write(command);
  }
}
