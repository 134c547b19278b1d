import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import type { ChoiceMatches } from './choices.js';
import { FindMatchingRecords, findMatchingRecords } from './reference-choices.js';

@QueryHandler(FindMatchingRecords)
export class FindMatchingRecordsHandler implements IQueryHandler<FindMatchingRecords> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, search }: FindMatchingRecords): Promise<ChoiceMatches> {
    return findMatchingRecords(this.sources, question)(search);
  }
}
