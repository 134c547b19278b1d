import { Module } from '@nestjs/common';
import { FindLastReasonHandler } from './find-last-reason.handler.js';
import { ViewPastRecordHandler } from './view-past-record.handler.js';
import { ViewRecordHandler } from './view-record.handler.js';

@Module({ providers: [FindLastReasonHandler, ViewPastRecordHandler, ViewRecordHandler] })
export class RecordDetailQueriesModule {}
