// Answers NoteFailedSignIn: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { NoteFailedSignIn } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(NoteFailedSignIn)
export class NoteFailedSignInHandler implements ICommandHandler<NoteFailedSignIn, Written> {
  constructor(private readonly people: People) {}

  async execute(command: NoteFailedSignIn): Promise<Written> {
    return this.people.write(command);
  }
}
