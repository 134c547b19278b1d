// Query: a page of the timeline over everything, for auditors and admins.
import { matchesRecordNumber, padRecordNumber } from '../filters/record-number.js';
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import {
  toTimelineFilter,
  createTimelineReadModel,
  type TimelineFilters,
} from '#projections/read-models/timeline/timeline-projection.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import {
  isRecordId,
  parseRecordStream,
  parseUserStream,
  type RecordName,
  RecordRef,
  streams,
} from '#domain/stream-names.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { findEntityByName } from '#specification/with-stored-keys.js';
import type { Filter } from '#projections/port/query.js';
import { createActivityFilter, createSearchFilter } from './activity-titles.js';
import { findVisiblePage, scanPage, type VisiblePage } from '../paging/find-visible-page.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { openVisibleRecords } from '../visibility/visible-records.js';
import { deriveReadRights } from '../visibility/read-rights.js';
import type { Viewer } from '../viewer.js';
import { redactEvents, filterVisibleMatches } from './visible-events.js';
import { findNamesInEvents } from './event-rights.js';
import { memoizeLookups } from './memoize-lookups.js';
import type { Names } from '../names/mentions.js';
import type { VisibleEvent } from './redact-event.js';

export type { TimelineFilters };

export interface TimelineQuery extends TimelineFilters {
  readonly cursor?: string;
  readonly backwards?: boolean;
  readonly limit: number;
  /** By when it was written down (otherwise) or by when it happened. */
  readonly order?: 'happened';
}

export interface VisibleTimeline extends VisiblePage<VisibleEvent> {
  readonly names: Names;
  readonly published: ReadonlyMap<string, PublishedVersion>;
}

/** Throws `Refused` for who is neither auditor nor admin. */
export function assertTimelineReader({ auditor, admin }: Viewer): void {
  if (auditor || admin) return;
  const about = {
    with: { what: createPhrase('to.read-timeline'), who: createPhrase('who.auditors-and-admins') },
  };
  throw new Refused([createBuiltInReason('NOT_PERMITTED', about)]);
}

/** Newest first. Throws `Refused`, `BadCursor`. */
export async function listAuditTimeline(
  sources: QueryDependencies,
  asked: TimelineQuery,
  viewer: Viewer,
): Promise<VisibleTimeline> {
  assertTimelineReader(viewer);
  const { cursor, backwards, limit, search, order, ...called } = asked;
  const published = await findPublishedByKey(sources);
  const filters = underStoredKey(called, published);
  const timeline = createTimelineReadModel(sources.readModels);
  const { application } = filters;
  const named =
    search === undefined ? [] : await recordsNamed(sources, search, { viewer, published, application });
  const query = {
    filter: await searched(sources, await filterOf(sources, filters, published), {
      search,
      named,
      published,
    }),
    sort: { path: order === 'happened' ? 'at' : 'id', descending: true },
    cursor,
    backwards,
    limit,
  };
  const watching = { viewer, published };
  const { action } = filters;
  // Auditors read every record: what action it was is hidden from nobody but other admins.
  const asksForHidden = search !== undefined || (action !== undefined && !viewer.auditor);
  if (!asksForHidden) {
    const once = memoizeLookups(sources);
    const found = await findVisiblePage(timeline, query, (entries) => redactEvents(once, entries, watching));
    return { ...found, published, names: await findNamesInEvents(once, found.items, published, viewer) };
  }
  const page = await scanPage(
    timeline,
    query,
    (entries) =>
      filterVisibleMatches(sources, entries, { ...watching, search, action, named: new Set(named) }),
    sources.seal,
  );
  return { ...page, published, names: await findNamesInEvents(sources, page.items, published, viewer) };
}

/** An action is one action, whatever its key was in the version of the event. */
async function filterOf(
  sources: QueryDependencies,
  { action, ...filters }: TimelineFilters,
  published: ReadonlyMap<string, PublishedVersion>,
): Promise<Filter> {
  const { application, entity } = filters;
  if (action === undefined || application === undefined || entity === undefined)
    return toTimelineFilter({ ...filters, action });
  const activity = await createActivityFilter(sources, { application, entity, action }, published);
  return { $and: [toTimelineFilter(filters), activity] };
}

/** People name an entity as it is called now. */
function underStoredKey(
  filters: TimelineFilters,
  published: ReadonlyMap<string, PublishedVersion>,
): TimelineFilters {
  const { application, entity } = filters;
  if (application === undefined || entity === undefined) return filters;
  const key = storedKeyIn(published.get(application), entity);
  return { ...filters, entity: key };
}

const storedKeyIn = (published: PublishedVersion | undefined, entity: string): string =>
  (published && findEntityByName(published.specification, entity)?.key) ?? entity;

interface TimelineSearch {
  readonly search: string | undefined;
  /** Records that are called so: all of their events are found. */
  readonly named: readonly RecordName[];
  readonly published: ReadonlyMap<string, PublishedVersion>;
}

async function searched(
  sources: QueryDependencies,
  filter: Filter,
  { search, named, published }: TimelineSearch,
): Promise<Filter> {
  if (search === undefined) return filter;
  const found = await createSearchFilter(sources, search, published);
  return { $and: [filter, named.length > 0 ? { $or: [found, { subject: { $in: named } }] } : found] };
}

/** Every application's current version by key. */
export async function findPublishedByKey({
  specifications,
}: QueryDependencies): Promise<ReadonlyMap<string, PublishedVersion>> {
  return new Map((await specifications.all()).map((published) => [published.specification.key, published]));
}

export interface Calling {
  readonly viewer: Viewer;
  readonly published: ReadonlyMap<string, PublishedVersion>;
  /** The one it has to be in. */
  readonly application?: string | undefined;
}

/**
 * What somebody means who writes this into the filter: a record or a person by its whole name, a record by its id, its number or its title.
 * People have to be named as such: an id may be a person's and a record's.
 */
export async function findSubjectsByName(
  sources: QueryDependencies,
  text: string,
  { viewer, published, application }: Calling,
): Promise<NonNullable<TimelineFilters['subjects']>> {
  const person = parseUserStream(text);
  if (person !== undefined) return [streams.user(person)];
  const record = parseRecordStream(text);
  if (record) {
    const { application: key, entity, id } = record;
    return [RecordRef.of({ application: key, entity: storedKeyIn(published.get(key), entity), id }).name];
  }
  return isRecordId(text)
    ? recordsWithId(text, published)
    : recordsNamed(sources, text, { viewer, published, application });
}

/** Every record that could have this id. */
function recordsWithId(id: string, published: ReadonlyMap<string, PublishedVersion>): readonly RecordName[] {
  return [...published.values()].flatMap(({ specification: { key: application, entities } }) =>
    Object.keys(entities).map((entity) => RecordRef.of({ application, entity, id }).name),
  );
}

/** The records of this number or title, in every application or in one, and that the viewer may read: others have none for them. */
async function recordsNamed(
  sources: QueryDependencies,
  text: string,
  { viewer, published, application }: Calling,
): Promise<readonly RecordName[]> {
  const wanted = [...published.values()].filter(
    ({ specification }) => application === undefined || specification.key === application,
  );
  const entities = wanted.flatMap(({ specification }) =>
    Object.values(specification.entities).map((entity) => ({ specification, entity })),
  );
  const found = await Promise.all(
    entities.map(async ({ specification, entity }) => {
      const records = createRecordsReadModel(sources.readModels, {
        application: specification.key,
        entity: entity.key,
      });
      const rights = deriveReadRights({ specification, entity, viewer, now: sources.now() });
      // Titles have no index of their own: the index of words finds them.
      const filters: Filter[] = [
        { number: text },
        { $and: [{ $text: { text, restrictedPaths: rights.apart } }, { title: text }] },
        ...(/^\d+$/.test(text) && entity.number ? [{ $text: padRecordNumber(entity, text) ?? text }] : []),
      ];
      const pages = await Promise.all(filters.map((filter) => records.find({ filter, limit: MOST_NAMED })));
      const documents = pages.flatMap((page) => page.documents);
      const visible = await openVisibleRecords(sources.personal, documents, {
        rights: { ...rights, exact: false },
      });
      return documents.filter((_, index) => {
        const { number, title } = visible[index] ?? {};
        return title === text || (typeof number === 'string' && matchesRecordNumber(entity, number, text));
      });
    }),
  );
  return [...new Set(found.flat().map((document) => RecordRef.of(document).name))];
}

/** Of one entity. */
const MOST_NAMED = 20;
