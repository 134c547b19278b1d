// Numbers and unique values.
import { Module } from '@nestjs/common';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { RecordNumbers } from './record-numbers.js';
import { ReceivedMessages } from './received-messages.js';

@Module({
  imports: [CommandPipelineModule],
  providers: [RecordNumbers, ReceivedMessages],
  exports: [RecordNumbers, ReceivedMessages],
})
export class ClaimsModule {}
