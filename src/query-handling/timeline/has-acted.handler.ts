import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { HasActed } from './has-acted.js';

@QueryHandler(HasActed)
export class HasActedHandler implements IQueryHandler<HasActed> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ person, eventTypes: types }: HasActed): Promise<boolean> {
    const { readModels } = this.sources;
    const { documents } = await createTimelineReadModel(readModels).find({
      filter: { actor: person, type: { $in: types } },
      sort: { path: 'position', descending: true },
      limit: 1,
    });
    return documents.some(({ metadata }) => metadata.effectiveAt === undefined);
  }
}
