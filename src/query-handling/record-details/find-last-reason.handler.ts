import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindLastReason, type ActionWithReason, findLastReason } from './last-reason.js';

@QueryHandler(FindLastReason)
export class FindLastReasonHandler implements IQueryHandler<FindLastReason> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, record }: FindLastReason): Promise<ActionWithReason | undefined> {
    return findLastReason(this.sources, question, record);
  }
}
