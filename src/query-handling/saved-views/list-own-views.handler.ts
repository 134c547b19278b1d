import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ViewDocument } from '#projections/read-models/views/view-document.js';
import { createViewsReadModel, viewsProjection } from '#projections/read-models/views/views-projection.js';
import { createAnswerCache } from '../answer-cache.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { carryOverRenames } from './carry-over-renames.js';
import { ListOwnViews, type OwnView } from './list-saved-views.js';
import { openViews } from './open-views.js';

/** Sealed, so that an erasure takes effect at once. */
const cachedViews = createAnswerCache<readonly ViewDocument[]>(viewsProjection.name);

@QueryHandler(ListOwnViews)
export class ListOwnViewsHandler implements IQueryHandler<ListOwnViews> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer }: ListOwnViews): Promise<readonly OwnView[]> {
    const { readModels, personal } = this.sources;
    const views = createViewsReadModel(readModels);
    const documents = await cachedViews(readModels, views, { person: viewer.id }, () =>
      views.findAllOf(viewer.id),
    );
    const opened = await openViews(personal, documents);
    return (await carryOverRenames(this.sources, opened)).map(({ id, application, screen, name, query }) => {
      return { id, application, screen, name, query };
    });
  }
}
