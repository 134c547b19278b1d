import { Module } from '@nestjs/common';
import { EraseDueRecordHandler } from './erase-due-record.handler.js';
import { EraseRecordHandler } from './erase-record.handler.js';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { RecordCommandsModule } from '../records/record-commands.module.js';

@Module({
  imports: [CommandPipelineModule, RecordCommandsModule],
  providers: [EraseDueRecordHandler, EraseRecordHandler],
})
export class ErasureCommandsModule {}
