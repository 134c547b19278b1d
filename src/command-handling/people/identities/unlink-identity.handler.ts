import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { UnlinkIdentity } from '#domain/user/user-commands.js';
import { CommandDependencies } from '../../pipeline/command-dependencies.js';
import { UserCommandExecutor } from '../user-command-executor.js';
import { releaseIdentity } from './claimed-identities.js';

@CommandHandler(UnlinkIdentity)
export class UnlinkIdentityHandler implements ICommandHandler<UnlinkIdentity> {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly users: UserCommandExecutor,
  ) {}

  /** A claim that is not released is abandoned after a while. */
  async execute(command: UnlinkIdentity): Promise<CommandResult> {
    const { id, identity, context } = command.data;
    const written = await this.users.execute(command);
    const moment = { context, recordedAt: this.ports.clock() };
    await releaseIdentity(this.ports, identity, id, moment, 'The account was unlinked.');
    return written;
  }
}
