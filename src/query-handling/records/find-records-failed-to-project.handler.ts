import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindRecordsFailedToProject, filterRecordsFailedToProject } from './records-failed-to-project.js';

@QueryHandler(FindRecordsFailedToProject)
export class FindRecordsFailedToProjectHandler implements IQueryHandler<FindRecordsFailedToProject> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ entity, ids }: FindRecordsFailedToProject): Promise<readonly string[]> {
    return filterRecordsFailedToProject(this.sources, entity, ids);
  }
}
