import { Module } from '@nestjs/common';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { LiveRecords } from './live-records.js';
import { PagesController } from './pages.controller.js';
import { RequestContextFactory } from './request-context-factory.js';

@Module({
  imports: [CommandHandlingModule],
  controllers: [PagesController],
  providers: [RequestContextFactory, LiveRecords],
  exports: [RequestContextFactory],
})
export class RecordsModule {}
