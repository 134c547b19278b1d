import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindNextWaiting, type WaitingRecord, listWaitingRecords } from './waiting-records.js';

@QueryHandler(FindNextWaiting)
export class FindNextWaitingHandler implements IQueryHandler<FindNextWaiting> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({
    viewer,
    record: { application, id },
  }: FindNextWaiting): Promise<WaitingRecord | undefined> {
    for (const query of [{ viewer, application }, { viewer }]) {
      const { items } = await listWaitingRecords(this.sources, query, 2);
      const next = items.find(({ record }) => record.id !== id);
      if (next) return next;
    }
    return undefined;
  }
}
