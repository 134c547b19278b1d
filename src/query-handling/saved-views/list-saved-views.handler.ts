import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ViewDocument } from '#projections/read-models/views/view-document.js';
import { createViewsReadModel, viewsProjection } from '#projections/read-models/views/views-projection.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createAnswerCache } from '../answer-cache.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { carryOverRenames } from './carry-over-renames.js';
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
    const opened = await carryOverRenames(this.sources, await openViews(personal, documents));
    const locked = viewer.admin ? await this.findLocked(opened.map(({ person }) => person)) : new Set();
    const isFolded = createFoldTest(viewer.id);
    return opened
      .map(({ id, person, shared, name, query, isIncomplete }) => ({
        ...{ id, name, query, shared, isIncomplete },
        isOwn: person === viewer.id,
        isFolded: isFolded(person),
        ...(person !== viewer.id && locked.has(person) && { lockedOwner: person }),
      }))
      .sort((one, other) => Number(one.isFolded) - Number(other.isFolded));
  }

  private async findLocked(people: readonly string[]): Promise<ReadonlySet<string>> {
    const { get } = createPeopleReadModel(this.sources.readModels);
    const found = await Promise.all([...new Set(people)].map((id) => get(id)));
    return new Set(found.flatMap((person) => (person && person.lockedAt !== null ? [person.id] : [])));
  }
}

/** So that nobody who shares many pushes those of others aside. */
const MOST_OF_ONE_PERSON = 5;

function createFoldTest(viewer: string): (person: string) => boolean {
  const counts = new Map<string, number>();
  return (person) => {
    const count = (counts.get(person) ?? 0) + 1;
    counts.set(person, count);
    return person !== viewer && count > MOST_OF_ONE_PERSON;
  };
}
