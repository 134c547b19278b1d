import { Command, type CommandContext } from '../command.js';
import type { TimelineExported } from './timeline-export-events.js';

export class RecordTimelineExport extends Command<{
  readonly export: string;
  readonly exported: TimelineExported['data'];
  readonly context: CommandContext;
}> {
  readonly type = 'RecordTimelineExport';
}
