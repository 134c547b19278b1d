import { Module } from '@nestjs/common';
import { FindEventHandler } from './find-event.handler.js';
import { FindAccountHistoryHandler } from './find-account-history.handler.js';
import { FindSubjectsHandler } from './find-subjects.handler.js';
import { HasActedHandler } from './has-acted.handler.js';
import { ListActionTitlesHandler } from './list-action-titles.handler.js';
import { ListProgramsHandler } from './list-programs.handler.js';
import { ListTimelineFieldsHandler } from './list-timeline-fields.handler.js';
import { ListRoleHoldersHandler } from './list-role-holders.handler.js';
import { ListTimelineHandler } from './list-timeline.handler.js';

@Module({
  providers: [
    FindEventHandler,
    FindAccountHistoryHandler,
    FindSubjectsHandler,
    HasActedHandler,
    ListActionTitlesHandler,
    ListProgramsHandler,
    ListTimelineFieldsHandler,
    ListRoleHoldersHandler,
    ListTimelineHandler,
  ],
})
export class TimelineQueriesModule {}
