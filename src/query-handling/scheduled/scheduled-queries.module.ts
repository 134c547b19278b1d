import { Module } from '@nestjs/common';
import { FindNamesInScheduledHandler } from './find-names-in-scheduled.handler.js';
import { ListNextTimersHandler } from './list-next-timers.handler.js';
import { ListScheduledItemsHandler } from './list-scheduled-items.handler.js';

@Module({ providers: [FindNamesInScheduledHandler, ListNextTimersHandler, ListScheduledItemsHandler] })
export class ScheduledQueriesModule {}
