import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertAdmin } from '#domain/authorize-operator.js';
import type { CommandResult } from '#domain/command.js';
import { streams } from '#domain/stream-names.js';
import { ChangeProviderRoles } from '#domain/user/provider-roles-commands.js';
import type { ProviderRolesChanged } from '#domain/user/provider-roles-events.js';
import {
  changeProviderRoles,
  foldProviderRoles,
  type ProviderRolesTable,
} from '#domain/user/provider-roles.js';
import { findOperator } from '../../pipeline/acting-person.js';
import { createPayloadHasher } from '../../pipeline/command-digests.js';
import { CommandDependencies } from '../../pipeline/command-dependencies.js';
import { decideAndAppend } from '../../pipeline/decide-and-append.js';
import { assertRolesExist } from '../assert-roles-exist.js';

@CommandHandler(ChangeProviderRoles)
export class ChangeProviderRolesHandler implements ICommandHandler<ChangeProviderRoles> {
  constructor(private readonly ports: CommandDependencies) {}

  async execute(command: ChangeProviderRoles): Promise<CommandResult> {
    const { context, rows } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.give-roles');
    await assertRolesExist(rows, 'roles', async (application) =>
      this.ports.specifications.current(application),
    );
    return decideAndAppend<ProviderRolesTable, ProviderRolesChanged>(this.ports, {
      stream: streams.providerRoles(),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      fold: foldProviderRoles,
      decide: (table) => changeProviderRoles(table, command.data),
    });
  }
}
