import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { isPersonId } from '#domain/stream-names.js';
import { AppointDeputy } from '#domain/user/user-commands.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { findAccessibleVersion, findPerson } from '../../pipeline/acting-person.js';
import { CommandDependencies } from '../../pipeline/command-dependencies.js';
import { assertRolesExist } from '../assert-roles-exist.js';
import { UserCommandExecutor } from '../user-command-executor.js';

@CommandHandler(AppointDeputy)
export class AppointDeputyHandler implements ICommandHandler<AppointDeputy> {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly users: UserCommandExecutor,
  ) {}

  async execute(command: AppointDeputy): Promise<CommandResult> {
    const { id, application, role, deputy } = command.data;
    const delegated = application === null || role === null ? [] : [{ application, role }];
    return this.users.execute(command, {
      lookUp: async () => ({ deputy: await this.worksHere(deputy) }),
      check: async () => assertRolesExist(delegated, 'role', async (key) => this.findEntered(id, key)),
    });
  }

  private async worksHere(id: string): Promise<boolean> {
    const person = isPersonId(id) ? await findPerson(this.ports, id) : undefined;
    if (!person || person.erased || person.locked) return false;
    return !(await this.ports.lookups.findPeopleFromLogs([id])).has(id);
  }

  /** A delegation must not reveal an application that the person cannot access. */
  private async findEntered(id: string, application: string): Promise<PublishedVersion | undefined> {
    const { specifications } = this.ports;
    const person = await findPerson(this.ports, id);
    return person
      ? findAccessibleVersion(specifications, application, person)
      : specifications.current(application);
  }
}
