import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { CountWaiting, type WaitingCount, countWaiting } from './waiting-count.js';

@QueryHandler(CountWaiting)
export class CountWaitingHandler implements IQueryHandler<CountWaiting> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer }: CountWaiting): Promise<WaitingCount> {
    return countWaiting(this.sources, viewer);
  }
}
