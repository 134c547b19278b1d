import { Module } from '@nestjs/common';
import { CompleteDecisionContextHandler } from './complete-decision-context.handler.js';

@Module({ providers: [CompleteDecisionContextHandler] })
export class ApprovalQueriesModule {}
