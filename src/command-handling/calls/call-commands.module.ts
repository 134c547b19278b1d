// Commands on calls, and what their answers do to records.
import { Module } from '@nestjs/common';
import { FollowUpHandler } from './follow-up.handler.js';
import { GiveUpCallHandler } from './give-up-call.handler.js';
import { NoteCallHandler } from './note-call.handler.js';
import { RetryCallHandler } from './retry-call.handler.js';
import { TellCallHandler } from './tell-call.handler.js';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { RecordCommandsModule } from '../records/record-commands.module.js';
import { CallCommandExecutor } from './call-command-executor.js';

@Module({
  imports: [CommandPipelineModule, RecordCommandsModule],
  providers: [
    CallCommandExecutor,
    FollowUpHandler,
    GiveUpCallHandler,
    NoteCallHandler,
    RetryCallHandler,
    TellCallHandler,
  ],
})
export class CallCommandsModule {}
