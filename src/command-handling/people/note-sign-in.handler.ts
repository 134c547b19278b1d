// Answers NoteSignIn: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { NoteSignIn } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(NoteSignIn)
export class NoteSignInHandler implements ICommandHandler<NoteSignIn, Written> {
  constructor(private readonly people: People) {}

  async execute(command: NoteSignIn): Promise<Written> {
    return this.people.write(command);
  }
}
