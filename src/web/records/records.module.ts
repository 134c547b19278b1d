// The screens that documents declare, and the forms below a record.
import { Module } from '@nestjs/common';
import { Uploads } from '#command-handling/files/uploads.js';
import { LiveRecords } from './live-records.js';
import { PagesController } from './pages.controller.js';
import { Exchanges } from './request-contexts.js';

@Module({
  controllers: [PagesController],
  providers: [Exchanges, LiveRecords, Uploads],
  exports: [Exchanges, Uploads],
})
export class RecordsModule {}
