import { Module } from '@nestjs/common';
import { CheckImportHandler } from './check-import.handler.js';
import { ImportRecordHandler } from './import-record.handler.js';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { RecordCommandsModule } from '../records/record-commands.module.js';

@Module({
  imports: [CommandPipelineModule, RecordCommandsModule],
  providers: [CheckImportHandler, ImportRecordHandler],
})
export class ImportCommandsModule {}
