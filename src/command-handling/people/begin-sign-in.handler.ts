// Answers BeginSignIn: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { BeginSignIn } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(BeginSignIn)
export class BeginSignInHandler implements ICommandHandler<BeginSignIn, Written> {
  constructor(private readonly people: People) {}

  async execute(command: BeginSignIn): Promise<Written> {
    return this.people.write(command);
  }
}
