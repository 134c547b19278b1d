import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { listNoticeKinds } from '#domain/user/notice-kinds.js';
import { ChooseNotice } from '#domain/user/user-commands.js';
import { findAccessibleVersion, findPerson } from '../../pipeline/acting-person.js';
import { CommandDependencies } from '../../pipeline/command-dependencies.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(ChooseNotice)
export class ChooseNoticeHandler implements ICommandHandler<ChooseNotice> {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly users: UserCommandExecutor,
  ) {}

  async execute(command: ChooseNotice): Promise<CommandResult> {
    return this.users.execute(command, {
      lookUp: async () => ({ notice: await this.isNoticeKind(command.data) }),
    });
  }

  private async isNoticeKind({ id, application, call }: ChooseNotice['data']): Promise<boolean> {
    const person = await findPerson(this.ports, id);
    const published = person && (await findAccessibleVersion(this.ports.specifications, application, person));
    return published !== undefined && listNoticeKinds(published.specification, person!).includes(call);
  }
}
