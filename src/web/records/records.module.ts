// Everything about records over HTTP: pages, forms and the JSON API.
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { QueryHandlingModule } from '#query-handling/query-handling.module.js';
import { FramesModule } from '../rendering/frames.module.js';
import { Uploads } from '#command-handling/uploads.js';
import { ApiController } from './api.controller.js';
import { UploadController } from './upload.controller.js';
import { LiveRecords } from './live-records.js';
import { ChangesController } from './changes.controller.js';
import { ConstantsController } from './constants.controller.js';
import { OpenApiController } from './openapi.controller.js';
import { PagesController } from './pages.controller.js';
import { ScheduledController } from './scheduled.controller.js';
import { SearchController } from './search.controller.js';
import { WaitingController } from './waiting.controller.js';
import { Exchanges } from './exchanges.js';
import { Commands } from '../commands.js';

/** Addresses of applications could be anything: the system's own come before, and those of the API. */
@Module({
  imports: [CqrsModule, FramesModule, QueryHandlingModule],
  controllers: [
    OpenApiController,
    ConstantsController,
    SearchController,
    WaitingController,
    ChangesController,
    ScheduledController,
    UploadController,
    ApiController,
    PagesController,
  ],
  providers: [Commands, Exchanges, LiveRecords, Uploads],
})
export class RecordsModule {}
