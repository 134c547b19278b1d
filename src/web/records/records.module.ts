// The screens that documents declare, and the forms below a record.
import { Module } from '@nestjs/common';
import { Uploads } from '#command-handling/files/uploads.js';
import { LiveRecords } from './live-records.js';
import { PagesController } from './pages.controller.js';
import { RequestContexts } from './request-contexts.js';

@Module({
  controllers: [PagesController],
  providers: [RequestContexts, LiveRecords, Uploads],
  exports: [RequestContexts, Uploads],
})
export class RecordsModule {}
