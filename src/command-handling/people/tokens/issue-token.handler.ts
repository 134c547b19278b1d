import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { IssueToken } from '#domain/user/user-commands.js';
import { findAccessibleVersion, findPerson } from '../../pipeline/acting-person.js';
import { CommandDependencies } from '../../pipeline/command-dependencies.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(IssueToken)
export class IssueTokenHandler implements ICommandHandler<IssueToken> {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly users: UserCommandExecutor,
  ) {}

  async execute(command: IssueToken): Promise<CommandResult> {
    return this.users.execute(command, {
      lookUp: async () => ({ application: await this.canOpenApplication(command.data) }),
    });
  }

  private async canOpenApplication({ id, application }: IssueToken['data']): Promise<boolean> {
    if (application === null) return false;
    const person = await findPerson(this.ports, id);
    return (
      person !== undefined &&
      (await findAccessibleVersion(this.ports.specifications, application, person)) !== undefined
    );
  }
}
