import { Command, type CommandContext } from '../command.js';
import type { ProviderRolesRow } from './provider-roles-events.js';

/** `base`: version that the table was made from. Refused CHANGED_MEANWHILE. */
export class ChangeProviderRoles extends Command<{
  readonly rows: readonly ProviderRolesRow[];
  readonly base: number;
  readonly context: CommandContext;
}> {
  readonly type = 'ChangeProviderRoles';
}
