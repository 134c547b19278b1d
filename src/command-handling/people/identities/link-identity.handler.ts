import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { LinkIdentity } from '#domain/user/user-commands.js';
import { CommandDependencies } from '../../pipeline/command-dependencies.js';
import { UserCommandExecutor } from '../user-command-executor.js';
import { claimIdentity } from './claimed-identities.js';

@CommandHandler(LinkIdentity)
export class LinkIdentityHandler implements ICommandHandler<LinkIdentity> {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly users: UserCommandExecutor,
  ) {}

  async execute(command: LinkIdentity): Promise<CommandResult> {
    const { id, identity, context } = command.data;
    const prepare = async () => {
      await claimIdentity(this.ports, identity, id, { context, recordedAt: this.ports.clock() });
      return {};
    };
    return this.users.execute(command, { preparation: { placeholder: {}, prepare } });
  }
}
