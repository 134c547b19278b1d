import { Module } from '@nestjs/common';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { RecordTimelineExportHandler } from './record-timeline-export.handler.js';

@Module({ imports: [CommandPipelineModule], providers: [RecordTimelineExportHandler] })
export class TimelineExportCommandsModule {}
