import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListWaitingRecords, type WaitingRecords, listWaitingRecords } from './waiting-records.js';

@QueryHandler(ListWaitingRecords)
export class ListWaitingRecordsHandler implements IQueryHandler<ListWaitingRecords> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ query, limit }: ListWaitingRecords): Promise<WaitingRecords> {
    return listWaitingRecords(this.sources, query, limit);
  }
}
