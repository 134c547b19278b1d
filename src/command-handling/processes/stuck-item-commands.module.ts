import { Module } from '@nestjs/common';
import { NoteFailedItemHandler } from './note-failed-item.handler.js';
import { RetryItemHandler } from './retry-item.handler.js';
import { SkipItemHandler } from './skip-item.handler.js';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { ProcessManagerCommandExecutor } from './process-manager-command-executor.js';

@Module({
  imports: [CommandPipelineModule],
  providers: [ProcessManagerCommandExecutor, NoteFailedItemHandler, RetryItemHandler, SkipItemHandler],
})
export class StuckItemCommandsModule {}
