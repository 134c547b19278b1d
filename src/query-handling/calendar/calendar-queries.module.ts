import { Module } from '@nestjs/common';
import { ListCalendarRecordsHandler } from './list-calendar-records.handler.js';

@Module({ providers: [ListCalendarRecordsHandler] })
export class CalendarQueriesModule {}
