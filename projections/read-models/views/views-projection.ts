import type { RecordedEvent } from '#domain/event.js';
import { parseUserStream } from '#domain/stream-names.js';
import { isViewEvent, type UserViewDeleted, type UserViewSaved } from '#domain/user/view-events.js';
import {
  openDocuments,
  type ActiveGenerations,
  type Documents,
  type Projection,
} from '#projections/port/projection.js';
import { findAllPages } from '#projections/port/find-all-pages.js';
import type { CollectionIndexes, Filter } from '#projections/port/query.js';
import { VIEWS_COLLECTION, type ViewDocument } from './view-document.js';

type RecordedViewEvent = RecordedEvent<UserViewSaved> | RecordedEvent<UserViewDeleted>;

export const viewsProjection: Projection<ViewDocument> = {
  name: 'views',
  version: 1,
  types: ['user.view-'],
  targets: (event) => findViewIds(event).map((id) => ({ collection: VIEWS_COLLECTION, id })),
  apply(document, recorded) {
    const { type, stream, position, data } = recorded as RecordedViewEvent;
    const person = parseUserStream(stream)!;
    // A colliding id must not touch another person's view.
    if (document && document.person !== person) return document;
    if (type === 'user.view-deleted') return undefined;
    const { view: id, ...saved } = data;
    return { id, position, person, ...saved };
  },
};

/** Tolerates events of other programs. */
function findViewIds(event: RecordedEvent): readonly string[] {
  const { view } = (event.data ?? {}) as Readonly<Record<string, unknown>>;
  return isViewEvent(event) && typeof view === 'string' && view !== '' ? [view] : [];
}

export const viewsIndexes: CollectionIndexes = {
  indexes: [['application', 'screen', 'person'], ['application', 'screen', 'shared'], ['person']],
  text: [],
};

interface ViewsReadModel extends Pick<Documents<ViewDocument>, 'generation' | 'collection'> {
  findByPerson(list: ListScreenIdentity, person: string): Promise<readonly ViewDocument[]>;
  findShared(list: ListScreenIdentity): Promise<readonly ViewDocument[]>;
  findAllOf(person: string): Promise<readonly ViewDocument[]>;
}

export interface ListScreenIdentity {
  readonly application: string;
  readonly screen: string;
}

const PAGE_SIZE = 200;

export function createViewsReadModel(readModels: ActiveGenerations): ViewsReadModel {
  const views = openDocuments<ViewDocument>(readModels, viewsProjection.name, VIEWS_COLLECTION);
  const { generation, collection } = views;
  const matching = (filter: Filter) => findAllPages(views, { filter, limit: PAGE_SIZE });
  return {
    generation,
    collection,
    findByPerson: ({ application, screen }, person) => matching({ application, screen, person }),
    findShared: ({ application, screen }) => matching({ application, screen, shared: true }),
    findAllOf: (person) => matching({ person }),
  };
}
