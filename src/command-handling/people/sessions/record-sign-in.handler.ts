import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { RecordSignIn } from '#domain/user/user-commands.js';
import { CommandDependencies } from '../../pipeline/command-dependencies.js';
import { readSignInRules } from '../../sign-in-rules/read-sign-in-rules.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(RecordSignIn)
export class RecordSignInHandler implements ICommandHandler<RecordSignIn> {
  constructor(
    private readonly users: UserCommandExecutor,
    private readonly ports: CommandDependencies,
  ) {}

  async execute(command: RecordSignIn): Promise<CommandResult> {
    const lookUp = async () => {
      const { atProviders = false } = await readSignInRules(this.ports.store);
      return { asksAtProviders: atProviders };
    };
    return this.users.execute(command, {
      isOwnAct: true,
      ...(command.data.by === 'provider' && { lookUp }),
    });
  }
}
