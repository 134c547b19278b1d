import { Module } from '@nestjs/common';
import { TimelineController } from './timeline.controller.js';
import { TimelineDataController } from './timeline-data.controller.js';
import { LiveTimeline } from './live-timeline.js';
import { LiveTimelineController } from './live-timeline.controller.js';
import { TimelineQueries } from './timeline-queries.js';

@Module({
  controllers: [TimelineController, TimelineDataController, LiveTimelineController],
  providers: [TimelineQueries, LiveTimeline],
})
export class TimelineModule {}
