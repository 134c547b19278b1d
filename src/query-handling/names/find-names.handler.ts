import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindNames, type ReferenceNames, findReferenceNames } from './find-names.js';

@QueryHandler(FindNames)
export class FindNamesHandler implements IQueryHandler<FindNames> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ application, mentions, viewer }: FindNames): Promise<ReferenceNames> {
    return findReferenceNames(this.sources, application, mentions, viewer);
  }
}
