import { Module } from '@nestjs/common';
import { FollowUpHandler } from './follow-up.handler.js';
import { GiveUpCallHandler } from './give-up-call.handler.js';
import { RecordCallOutcomeHandler } from './record-call-outcome.handler.js';
import { RetryCallHandler } from './retry-call.handler.js';
import { RecordPastCallHandler } from './record-past-call.handler.js';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { RecordCommandsModule } from '../records/record-commands.module.js';
import { CallCommandExecutor } from './call-command-executor.js';

@Module({
  imports: [CommandPipelineModule, RecordCommandsModule],
  providers: [
    CallCommandExecutor,
    FollowUpHandler,
    GiveUpCallHandler,
    RecordCallOutcomeHandler,
    RetryCallHandler,
    RecordPastCallHandler,
  ],
})
export class CallCommandsModule {}
