// Answers ErasePerson: the decision is in src/domain/user/user.ts.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Written } from '#domain/command.js';
import { ErasePerson } from '#domain/user/user-commands.js';
import { People } from './people.js';

@CommandHandler(ErasePerson)
export class ErasePersonHandler implements ICommandHandler<ErasePerson, Written> {
  constructor(private readonly people: People) {}

  async execute(command: ErasePerson): Promise<Written> {
    return this.people.write(command);
  }
}
