import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListNextTimers, type VisibleTimer, listNextTimers } from './scheduled-timers.js';

@QueryHandler(ListNextTimers)
export class ListNextTimersHandler implements IQueryHandler<ListNextTimers> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ subject }: ListNextTimers): Promise<readonly VisibleTimer[]> {
    return listNextTimers(this.sources, subject);
  }
}
