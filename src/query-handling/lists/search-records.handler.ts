import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { canAccessApplication } from '#domain/permissions.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Entity } from '#specification/model/specification.js';
import { findVisiblePage, scanCount, scanPage } from '../paging/find-visible-page.js';
import { ReferencedIds, findReferenceNames, NO_REFERENCE_NAMES } from '../names/find-names.js';
import { matchesRecordNumber } from '../filters/record-number.js';
import { createListFilter, isFilterExact } from './list-records.js';
import { createRecordsView } from '../records/records-view.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { SearchRecords, type FoundRecords, type SearchResult, type SearchRequest } from './search-records.js';

const MAX_SCANNED = 1_000;

@QueryHandler(SearchRecords)
export class SearchRecordsHandler implements IQueryHandler<SearchRecords> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ search: request }: SearchRecords): Promise<SearchResult> {
    const every = await this.sources.specifications.all();
    const entered = every.filter(({ specification }) => canAccessApplication(specification, request.viewer));
    const places = entered.flatMap((published) =>
      Object.values(published.specification.entities)
        .filter((entity) => hasPages(published, entity))
        .map((entity) => ({ published, entity })),
    );
    const each = await Promise.all(places.map((place) => searchEntity(this.sources, place, request)));
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
}

/** Pages of records are below the entity's first list. */
const hasPages = ({ specification }: PublishedVersion, entity: Entity): boolean =>
  specification.screens.some((screen) => screen.kind === 'list' && screen.entity === entity.key);

const NOTHING = { items: [], count: { count: 0, more: false }, incomplete: [], names: NO_REFERENCE_NAMES };

/** undefined: no role reads such records. */
async function searchEntity(
  sources: QueryDependencies,
  { published, entity }: Pick<FoundRecords, 'published' | 'entity'>,
  { text, viewer, limit, columns, writtenIn }: SearchRequest,
): Promise<FoundRecords | undefined> {
  const written = writtenIn?.(published.specification);
  const view = await createRecordsView(sources, { published, entity, viewer, written });
  if (!view.rights.canReadSome) return undefined;
  const search = await view.planSearch(text);
  if (search.terms.length === 0) return { published, entity, ...NOTHING };
  const { records } = view;
  const filter = createListFilter(view, [], search);
  const query = { filter, sort: { path: 'changedAt', descending: true }, limit, onwardOnly: true };
  const filterVisible = view.createVisibilityFilter(search);
  const [{ items }, count] = isFilterExact(view, search)
    ? await Promise.all([findVisiblePage(records, query, filterVisible), records.count(filter)])
    : await Promise.all([
        scanPage(records, query, filterVisible, sources.seal, MAX_SCANNED),
        scanCount(records, { filter }, filterVisible, MAX_SCANNED),
      ]);
  const mentions = new ReferencedIds();
  const shown = columns(published, entity);
  for (const record of items) mentions.columns(entity, record, shown);
  const names = await findReferenceNames(sources, published, mentions, viewer);
  return { published, entity, items, count, incomplete: search.incomplete, names };
}
