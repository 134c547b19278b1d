import { Module } from '@nestjs/common';
import { AssignRecordHandler } from './assign-record.handler.js';
import { ChangeRecordHandler } from './change-record.handler.js';
import { CommentRecordHandler } from './comment-record.handler.js';
import { FireTimerHandler } from './timers/fire-timer.handler.js';
import { OpenRecordHandler } from './open-record.handler.js';
import { RefuseApprovalHandler } from './approvals/refuse-approval.handler.js';
import { SetTimersHandler } from './timers/set-timers.handler.js';
import { TakeActionHandler } from './take-action.handler.js';
import { TakeBackApprovalHandler } from './approvals/take-back-approval.handler.js';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { UniquenessClaimsModule } from '../claims/claims.module.js';
import { RecordCommandExecutor } from './record-command-executor.js';

@Module({
  imports: [CommandPipelineModule, UniquenessClaimsModule],
  providers: [
    RecordCommandExecutor,
    AssignRecordHandler,
    ChangeRecordHandler,
    CommentRecordHandler,
    FireTimerHandler,
    OpenRecordHandler,
    RefuseApprovalHandler,
    SetTimersHandler,
    TakeActionHandler,
    TakeBackApprovalHandler,
  ],
  exports: [RecordCommandExecutor],
})
export class RecordCommandsModule {}
