import { Module } from '@nestjs/common';
import { CountUnreadHandler } from './count-unread.handler.js';
import { GetTimelineCheckpointHandler } from './get-timeline-checkpoint.handler.js';
import { ListChangedRecordsHandler } from './list-changed-records.handler.js';
import { ListNoticeChoicesHandler } from './list-notice-choices.handler.js';
import { ListNoticesHandler } from './list-notices.handler.js';

@Module({
  providers: [
    CountUnreadHandler,
    GetTimelineCheckpointHandler,
    ListChangedRecordsHandler,
    ListNoticeChoicesHandler,
    ListNoticesHandler,
  ],
})
export class NotificationQueriesModule {}
