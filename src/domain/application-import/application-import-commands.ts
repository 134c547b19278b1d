import { Command, type CommandContext } from '../command.js';
import type { ApplicationImportBegun } from './application-import-events.js';

/** After everything was checked, before anything of the archive is written. Refused CHANGED_MEANWHILE. */
export class BeginApplicationImport extends Command<{
  readonly begun: ApplicationImportBegun['data'];
  readonly context: CommandContext;
}> {
  readonly type = 'BeginApplicationImport';
}
