import { Module } from '@nestjs/common';
import { ExportChecker } from '../../export-check/export-checker.js';
import { ExportCheckController } from './export-check.controller.js';
import { TimelineController } from './timeline.controller.js';
import { TimelineDataController } from './timeline-data.controller.js';
import { LiveTimeline } from './live-timeline.js';
import { LiveTimelineController } from './live-timeline.controller.js';
import { TimelineQueries } from './timeline-queries.js';

@Module({
  controllers: [TimelineController, TimelineDataController, LiveTimelineController, ExportCheckController],
  providers: [TimelineQueries, LiveTimeline, ExportChecker],
})
export class TimelineModule {}
