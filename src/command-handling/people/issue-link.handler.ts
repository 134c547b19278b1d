// Answers IssueLink: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { IssueLink } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(IssueLink)
export class IssueLinkHandler implements ICommandHandler<IssueLink, Written> {
  constructor(private readonly people: People) {}

  async execute(command: IssueLink): Promise<Written> {
    return this.people.write(command);
  }
}
