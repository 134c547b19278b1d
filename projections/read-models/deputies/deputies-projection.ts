import type { RecordedEvent } from '#domain/event.js';
import { parseUserStream } from '#domain/stream-names.js';
import type { UserRolesRenamed } from '#domain/user/role-events.js';
import { isDeputyEvent, type UserDeputyDismissed, type UserDeputyNamed } from '#domain/user/user-events.js';
import { type Projection, openDocuments, type ActiveGenerations } from '#projections/port/projection.js';
import { findAllPages } from '#projections/port/find-all-pages.js';
import type { CollectionIndexes, Page } from '#projections/port/query.js';
import { DEPUTIES_COLLECTION, type DeputyDocument } from './deputy-document.js';

type RecordedDeputyEvent = RecordedEvent<UserDeputyNamed> | RecordedEvent<UserDeputyDismissed>;

export const deputiesProjection: Projection<DeputyDocument> = {
  name: 'deputies',
  version: 1,
  types: ['user.deputy-', 'user.roles-renamed'],
  targets(event) {
    if (event.type !== 'user.roles-renamed' && !isDeputyEvent(event)) return [];
    return findDeputationIds(event).map((id) => ({ collection: DEPUTIES_COLLECTION, id }));
  },
  apply(document, recorded) {
    if (recorded.type === 'user.roles-renamed')
      return document && withRenamedRole(document, recorded as RecordedEvent<UserRolesRenamed>);
    const event = recorded as RecordedDeputyEvent;
    const { position, metadata, stream } = event;
    const person = parseUserStream(stream)!;
    if (event.type === 'user.deputy-named') {
      // A colliding id must not overwrite another person's delegation.
      if (document) return document;
      const { deputation: id, ...named } = event.data;
      return { id, position, person, ...named, namedAt: metadata.recordedAt, ended: null };
    }
    if (!document || document.person !== person) return document;
    return { ...document, position, ended: { by: metadata.actor, at: metadata.recordedAt } };
  },
};

/** Tolerates events of other programs. */
function findDeputationIds({ data }: RecordedEvent): readonly string[] {
  const { deputation, deputations } = (data ?? {}) as Readonly<Record<string, unknown>>;
  const ids = Array.isArray(deputations) ? (deputations as readonly unknown[]) : [deputation];
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))];
}

function withRenamedRole(
  document: DeputyDocument,
  { position, data: { roles } }: RecordedEvent<UserRolesRenamed>,
): DeputyDocument {
  const role = document.role === null ? null : (roles[document.role] ?? document.role);
  return { ...document, position, role };
}

export const deputiesIndexes: CollectionIndexes = {
  indexes: [['deputy', 'until'], ['person', 'until'], ['until']],
  text: [],
};

interface DeputiesReadModel {
  /** That end on that day or later. */
  findByDeputy(deputy: string, day: string): Promise<readonly DeputyDocument[]>;
  findByPerson(person: string, day: string): Promise<readonly DeputyDocument[]>;
  all(): AsyncIterable<DeputyDocument>;
  /** Latest end first. */
  list(cursor?: string): Promise<Page<DeputyDocument>>;
}

const AT_ONCE = 200;
const PAGE = 50;

export function createDeputiesReadModel(readModels: ActiveGenerations): DeputiesReadModel {
  const deputies = openDocuments<DeputyDocument>(readModels, deputiesProjection.name, DEPUTIES_COLLECTION);
  const { find, all } = deputies;
  const findOngoing = (party: { readonly deputy: string } | { readonly person: string }, day: string) =>
    findAllPages(deputies, {
      filter: { ...party, ended: null, until: { $gte: day } },
      sort: { path: 'until' },
      limit: AT_ONCE,
    });
  return {
    all,
    findByDeputy: (deputy, day) => findOngoing({ deputy }, day),
    findByPerson: (person, day) => findOngoing({ person }, day),
    list: (cursor) => find({ sort: { path: 'until', descending: true }, cursor, limit: PAGE }),
  };
}
