import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { DecisionContext } from '#domain/record/decision-context.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { CompleteDecisionContext, addRoleHolders } from './approval-rounds.js';

@QueryHandler(CompleteDecisionContext)
export class CompleteDecisionContextHandler implements IQueryHandler<CompleteDecisionContext> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ decisionContext }: CompleteDecisionContext): Promise<DecisionContext> {
    return addRoleHolders(this.sources, decisionContext);
  }
}
