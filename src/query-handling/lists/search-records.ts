// Query: what a search finds in all applications, as far as the person who searches may read it.
import { canAccessApplication } from '#domain/permissions.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Entity, Specification } from '#specification/model/specification.js';
import type { DisplayLocale } from '#specification/values/format-value.js';
import { findVisiblePage, scanCount, scanPage } from '../paging/find-visible-page.js';
import { Mentions, findNames, NO_NAMES, type Names } from '../names/mentions.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { IncompleteTerm } from '../filters/search-plan.js';
import { matchesRecordNumber } from '../filters/record-number.js';
import type { Viewer } from '../viewer.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { createListFilter, isExact } from './list-records.js';
import { openRecordsView } from '../records/records-view.js';

/** Of an entity: the records found, those changed last first. */
export interface FoundRecords {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly items: readonly VisibleRecord[];
  readonly count: { readonly count: number; readonly more: boolean };
  readonly incomplete: readonly IncompleteTerm[];
  /** What the items mention. */
  readonly names: Names;
}

export interface SearchResult {
  /** Without entities of which nothing was found. One that has exactly the number that was searched for comes first. */
  readonly found: readonly FoundRecords[];
  /** Every entity that was looked through. */
  readonly searched: readonly Pick<FoundRecords, 'published' | 'entity'>[];
}

interface SearchRequest {
  readonly text: string;
  readonly viewer: Viewer;
  /** Of an entity: so many records at most. */
  readonly limit: number;
  /** Columns whose values are shown. */
  readonly columns: (published: PublishedVersion, entity: Entity) => ReadonlySet<string>;
  /** How numbers and dates of the text are written; undefined: as in each document. */
  readonly writtenIn?: (specification: Specification) => DisplayLocale;
}

/** Records of one entity that are looked at one by one, where a permission asks for each. */
const MOST_SCANNED = 1_000;

export async function searchRecords(
  sources: QueryDependencies,
  request: SearchRequest,
): Promise<SearchResult> {
  const every = await sources.specifications.all();
  const entered = every.filter(({ specification }) => canAccessApplication(specification, request.viewer));
  const places = entered.flatMap((published) =>
    Object.values(published.specification.entities)
      .filter((entity) => hasPages(published, entity))
      .map((entity) => ({ published, entity })),
  );
  const each = await Promise.all(places.map((place) => searchEntity(sources, place, request)));
  const readable = each.filter((found) => found !== undefined);
  const found = readable.filter(({ items, count }) => items.length > 0 || count.count > 0);
  const text = request.text.trim();
  const isNamed = ({ entity, items }: FoundRecords) =>
    items.some(({ number }) => number !== null && matchesRecordNumber(entity, number, text));
  return {
    found: [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))],
    searched: readable.map(({ published, entity }) => ({ published, entity })),
  };
}

/** Records hang below the entity's first list. */
const hasPages = ({ specification }: PublishedVersion, entity: Entity): boolean =>
  specification.screens.some((screen) => screen.kind === 'list' && screen.entity === entity.key);

const NOTHING = { items: [], count: { count: 0, more: false }, incomplete: [], names: NO_NAMES };

/** undefined: no role of the viewer reads such records. */
async function searchEntity(
  sources: QueryDependencies,
  { published, entity }: Pick<FoundRecords, 'published' | 'entity'>,
  { text, viewer, limit, columns, writtenIn }: SearchRequest,
): Promise<FoundRecords | undefined> {
  const written = writtenIn?.(published.specification);
  const view = await openRecordsView(sources, { published, entity, viewer, written });
  if (!view.rights.any) return undefined;
  const search = await view.planSearch(text);
  if (search.terms.length === 0) return { published, entity, ...NOTHING };
  const { records } = view;
  const filter = createListFilter(view, [], search);
  const query = { filter, sort: { path: 'changedAt', descending: true }, limit, onwardOnly: true };
  const see = view.see(search);
  const [{ items }, count] = isExact(view, search)
    ? await Promise.all([findVisiblePage(records, query, see), records.count(filter)])
    : await Promise.all([
        scanPage(records, query, see, sources.seal, MOST_SCANNED),
        scanCount(records, { filter }, see, MOST_SCANNED),
      ]);
  const mentions = new Mentions();
  const shown = columns(published, entity);
  for (const record of items) mentions.columns(entity, record, shown);
  const names = await findNames(sources, published, mentions, viewer);
  return { published, entity, items, count, incomplete: search.incomplete, names };
}
