import { Module } from '@nestjs/common';
import { AcceptReplayHandler } from './accept-replay.handler.js';
import { PauseProjectionHandler } from './pause-projection.handler.js';
import { ResumeProjectionHandler } from './resume-projection.handler.js';
import { RetryProjectionHandler } from './retry-projection.handler.js';
import { RollBackProjectionHandler } from './roll-back-projection.handler.js';
import { SkipEventHandler } from './skip-event.handler.js';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { ProjectionCommandExecutor } from './projection-command-executor.js';

@Module({
  imports: [CommandPipelineModule],
  providers: [
    ProjectionCommandExecutor,
    AcceptReplayHandler,
    PauseProjectionHandler,
    ResumeProjectionHandler,
    RetryProjectionHandler,
    RollBackProjectionHandler,
    SkipEventHandler,
  ],
})
export class ProjectionCommandsModule {}
