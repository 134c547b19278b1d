import { Module } from '@nestjs/common';
import { CountPendingUpgradesHandler } from './count-pending-upgrades.handler.js';
import { DescribeSituationHandler } from './describe-situation.handler.js';
import { FindRecordsFailedToProjectHandler } from './find-records-failed-to-project.handler.js';
import { FindRecordHandler } from './find-record.handler.js';
import { ListCallsOfRecordHandler } from './list-calls-of-record.handler.js';
import { ListRecordsDueForErasureHandler } from './list-records-due-for-erasure.handler.js';
import { ReadRecordFileHandler } from './read-record-file.handler.js';

@Module({
  providers: [
    CountPendingUpgradesHandler,
    DescribeSituationHandler,
    FindRecordsFailedToProjectHandler,
    FindRecordHandler,
    ListCallsOfRecordHandler,
    ListRecordsDueForErasureHandler,
    ReadRecordFileHandler,
  ],
})
export class RecordQueriesModule {}
