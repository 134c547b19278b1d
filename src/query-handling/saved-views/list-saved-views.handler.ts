import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ViewDocument } from '#projections/read-models/views/view-document.js';
import { createViewsReadModel, viewsProjection } from '#projections/read-models/views/views-projection.js';
import { createAnswerCache } from '../answer-cache.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListSavedViews, type SavedView } from './list-saved-views.js';
import { openViews } from './open-views.js';

/** Sealed, so that an erasure takes effect at once. */
const cachedViews = createAnswerCache<readonly ViewDocument[]>(viewsProjection.name);

@QueryHandler(ListSavedViews)
export class ListSavedViewsHandler implements IQueryHandler<ListSavedViews> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ list, viewer }: ListSavedViews): Promise<readonly SavedView[]> {
    const { readModels, personal } = this.sources;
    const views = createViewsReadModel(readModels);
    const documents = await cachedViews(readModels, views, { list, person: viewer.id }, async () => {
      const [own, shared] = await Promise.all([views.findByPerson(list, viewer.id), views.findShared(list)]);
      const all = [...own, ...shared.filter(({ person }) => person !== viewer.id)];
      // Views of one name stay in the order in which they were saved.
      return all.sort((one, other) => one.position - other.position);
    });
    return (await openViews(personal, documents)).map(({ id, person, shared, name, query }) => {
      return { id, name, query, shared, isOwn: person === viewer.id };
    });
  }
}
