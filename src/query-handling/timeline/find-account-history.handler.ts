import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindAccountHistory, type History, findAccountHistory } from './event-history.js';

@QueryHandler(FindAccountHistory)
export class FindAccountHistoryHandler implements IQueryHandler<FindAccountHistory> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ published, person, viewer, paging }: FindAccountHistory): Promise<History> {
    return findAccountHistory(this.sources, published, person, viewer, paging);
  }
}
