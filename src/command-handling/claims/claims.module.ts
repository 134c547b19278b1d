// Numbers and unique values.
import { Module } from '@nestjs/common';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { Numbers } from './record-numbers.js';
import { ReceivedMessages } from './received-messages.js';

@Module({
  imports: [CommandPipelineModule],
  providers: [Numbers, ReceivedMessages],
  exports: [Numbers, ReceivedMessages],
})
export class ClaimsModule {}
