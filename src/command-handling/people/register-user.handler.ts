// Answers RegisterUser: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser, Written> {
  constructor(private readonly people: People) {}

  async execute(command: RegisterUser): Promise<Written> {
    return this.people.write(command);
  }
}
