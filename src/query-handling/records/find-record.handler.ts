import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindRecord, type FoundRecord, findRecordById } from './records-view.js';

@QueryHandler(FindRecord)
export class FindRecordHandler implements IQueryHandler<FindRecord> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, id }: FindRecord): Promise<FoundRecord> {
    return findRecordById(this.sources, question, id);
  }
}
