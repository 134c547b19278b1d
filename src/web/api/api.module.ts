// The API of records, its uploads and its description.
import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { OpenApiController } from './openapi.controller.js';
import { UploadController } from './upload.controller.js';
import { RecordCommandsController, RecordQueriesController } from './records-api.controller.js';

@Module({
  imports: [RecordsModule],
  controllers: [OpenApiController, UploadController, RecordQueriesController, RecordCommandsController],
})
export class ApiModule {}
