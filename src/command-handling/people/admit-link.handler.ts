// Answers AdmitLink: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { AdmitLink } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(AdmitLink)
export class AdmitLinkHandler implements ICommandHandler<AdmitLink, Written> {
  constructor(private readonly people: People) {}

  async execute(command: AdmitLink): Promise<Written> {
    return this.people.write(command);
  }
}
