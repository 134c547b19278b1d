import { Module } from '@nestjs/common';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { RecordsModule } from '../records/records.module.js';
import { OpenApiController } from './openapi.controller.js';
import { UploadController } from './upload.controller.js';
import { RecordCommandsController, RecordQueriesController } from './records-api.controller.js';

@Module({
  imports: [CommandHandlingModule, RecordsModule],
  controllers: [OpenApiController, UploadController, RecordQueriesController, RecordCommandsController],
})
export class ApiModule {}
