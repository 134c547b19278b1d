import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { streams } from '#domain/stream-names.js';
import { foldTimelineExport, recordTimelineExport } from '#domain/timeline-export/record-timeline-export.js';
import { RecordTimelineExport } from '#domain/timeline-export/timeline-export-commands.js';
import type { TimelineExported } from '#domain/timeline-export/timeline-export-events.js';
import { createPayloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';

@CommandHandler(RecordTimelineExport)
export class RecordTimelineExportHandler implements ICommandHandler<RecordTimelineExport> {
  constructor(private readonly ports: CommandDependencies) {}

  /** Whoever may read the timeline was checked when the export began: what they got is recorded in any case. */
  async execute(command: RecordTimelineExport): Promise<CommandResult> {
    const { export: id, exported, context } = command.data;
    return decideAndAppend<boolean, TimelineExported>(this.ports, {
      stream: streams.timelineExport(id),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      fold: foldTimelineExport,
      decide: (isRecorded) => recordTimelineExport(isRecorded, exported),
    });
  }
}
