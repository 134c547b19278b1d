import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { ErasePerson } from '#domain/user/user-commands.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { finishPersonErasure } from './finish-person-erasure.js';
import { UserCommandExecutor } from './user-command-executor.js';

@CommandHandler(ErasePerson)
export class ErasePersonHandler implements ICommandHandler<ErasePerson> {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly users: UserCommandExecutor,
  ) {}

  async execute(command: ErasePerson): Promise<CommandResult> {
    const { id } = command.data;
    return this.users.execute(command, {
      takesAdminAway: true,
      withoutKeys: true,
      lookUp: async () => ({ hasKey: (await this.ports.personalData.findKeyStates([id])).has(id) }),
      finish: async () => finishPersonErasure(this.ports, id),
    });
  }
}
