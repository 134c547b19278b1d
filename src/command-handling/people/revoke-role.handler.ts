// Answers RevokeRole: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { RevokeRole } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(RevokeRole)
export class RevokeRoleHandler implements ICommandHandler<RevokeRole, Written> {
  constructor(private readonly people: People) {}

  async execute(command: RevokeRole): Promise<Written> {
    return this.people.write(command);
  }
}
