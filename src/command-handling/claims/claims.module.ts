import { Module } from '@nestjs/common';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { RecordNumberClaims } from './record-number-claims.js';
import { ReceivedMessageClaims } from './received-message-claims.js';

@Module({
  imports: [CommandPipelineModule],
  providers: [RecordNumberClaims, ReceivedMessageClaims],
  exports: [RecordNumberClaims, ReceivedMessageClaims],
})
export class UniquenessClaimsModule {}
