// Answers SetPassword: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { SetPassword } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(SetPassword)
export class SetPasswordHandler implements ICommandHandler<SetPassword, Written> {
  constructor(private readonly people: People) {}

  async execute(command: SetPassword): Promise<Written> {
    return this.people.write(command);
  }
}
