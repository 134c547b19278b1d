// Answers GrantRole: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { GrantRole } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(GrantRole)
export class GrantRoleHandler implements ICommandHandler<GrantRole, Written> {
  constructor(private readonly people: People) {}

  async execute(command: GrantRole): Promise<Written> {
    return this.people.write(command);
  }
}
