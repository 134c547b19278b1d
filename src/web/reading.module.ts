// Everything that is read over HTTP: applications, lists, boards, records, timeline, specifications, people, status.
import { Module } from '@nestjs/common';
import { QueryHandlingModule } from '#query-handling/query-handling.module.js';
import { FramesModule } from './rendering/frames.module.js';
import { RecordsModule } from './records/records.module.js';
import { ApplicationsController } from './reading/applications.controller.js';
import { PeopleController } from './reading/people.controller.js';
import { SpecificationController } from './reading/specification.controller.js';
import { StatusController } from './reading/status.controller.js';
import { TimelineController } from './reading/timeline.controller.js';

/**
 * Asks the application for SPECIFICATIONS, EVENT_STORE, PERSONAL_DATA, CLOCK and RUNNING_READ_MODELS from a global module.
 * The system's own addresses come before those of applications, which could be anything.
 */
@Module({
  imports: [FramesModule, QueryHandlingModule, RecordsModule],
  controllers: [
    TimelineController,
    PeopleController,
    StatusController,
    ApplicationsController,
    SpecificationController,
  ],
})
export class ReadingModule {}
