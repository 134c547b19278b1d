import { Command, type CommandContext } from '../command.js';
import type { ApplicationExported, ApplicationImported } from './archive-events.js';

/** After the archive is complete. */
export class NoteApplicationExported extends Command<{
  readonly application: string;
  readonly exported: ApplicationExported['data'];
  readonly reason?: string;
  readonly context: CommandContext;
}> {
  readonly type = 'NoteApplicationExported';
}

/** After everything of the archive is in the log; once per archive. */
export class NoteApplicationImported extends Command<{
  readonly application: string;
  readonly imported: ApplicationImported['data'];
  readonly context: CommandContext;
}> {
  readonly type = 'NoteApplicationImported';
}
