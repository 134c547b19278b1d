import { Command, type CommandContext } from '../command.js';
import type { TimelineExported } from './timeline-export-events.js';

export class RecordTimelineExport extends Command<{
  readonly export: string;
  /** `filter`: all of it; texts are not stored. */
  readonly exported: Omit<TimelineExported['data'], 'otherFilters'>;
  readonly context: CommandContext;
}> {
  readonly type = 'RecordTimelineExport';
}
