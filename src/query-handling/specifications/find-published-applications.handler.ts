import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PublishedVersion } from '#ports/specifications.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindPublishedApplications, findPublishedApplications } from './find-published-applications.js';

@QueryHandler(FindPublishedApplications)
export class FindPublishedApplicationsHandler implements IQueryHandler<FindPublishedApplications> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute(): Promise<ReadonlyMap<string, PublishedVersion>> {
    return findPublishedApplications(this.sources);
  }
}
