import { Module } from '@nestjs/common';
import { CountWaitingHandler } from './count-waiting.handler.js';
import { FindNewestWaitingHandler } from './find-newest-waiting.handler.js';
import { FindNextWaitingHandler } from './find-next-waiting.handler.js';
import { ListRecordsWithOthersHandler } from './list-records-with-others.handler.js';
import { ListWaitingRecordsHandler } from './list-waiting-records.handler.js';

@Module({
  providers: [
    CountWaitingHandler,
    FindNewestWaitingHandler,
    FindNextWaitingHandler,
    ListRecordsWithOthersHandler,
    ListWaitingRecordsHandler,
  ],
})
export class WaitingQueriesModule {}
