import { Query } from '@nestjs/cqrs';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { Filter } from '#projections/port/query.js';
import { findVisiblePage, scanCount, scanPage, type VisiblePage } from '../paging/find-visible-page.js';
import { ReferencedIds, findReferenceNames, type ReferenceNames } from '../names/find-names.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { type IncompletelySearchedTerm, type SearchPlan } from '../filters/search-plan.js';
import { isSummable, scanSums, sumMatches, type ColumnSums, type CountedSums } from './list-sums.js';
import { findSortPath, toFilters, type FieldFilter, type ListQuery } from './list-query.js';
import { createAnswerCache } from '../answer-cache.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { createRecordsView, type RecordsQuestion, type RecordsView } from '../records/records-view.js';

export interface RecordsPage extends VisiblePage<VisibleRecord> {
  readonly names: ReferenceNames;
  readonly count: { readonly count: number; readonly more: boolean };
  /** undefined: more records than are added up. */
  readonly sums: ColumnSums | undefined;
  readonly outdated: readonly string[];
  readonly incomplete: readonly IncompletelySearchedTerm[];
}

export class ListRecords extends Query<RecordsPage> {
  constructor(
    readonly question: RecordsQuestion,
    readonly query: ListQuery,
    readonly columns: ReadonlySet<string>,
  ) {
    super();
  }
}

/** Throws `Refused`, `BadCursor`. */
export async function listRecords(
  sources: QueryDependencies,
  question: RecordsQuestion,
  query: ListQuery,
  columns: ReadonlySet<string>,
): Promise<RecordsPage> {
  const view = await createRecordsView(sources, question);
  if (!view.rights.canReadSome)
    throw createUnreadableRefusal(
      view.rights,
      view.now,
      createPhrase('to.read-all', { entity: question.entity.plural }),
    );
  const search = await view.planSearch(query.search);
  const filter = createListFilter(view, query.filters, search);
  const [page, { count, sums }, outdated] = await Promise.all([
    findRecordsPage(sources, { view, search }, query),
    countAndSum(sources, { view, search }, filter, query),
    view.outdated(filter, search),
  ]);
  const mentions = new ReferencedIds();
  for (const record of page.items) mentions.columns(question.entity, record, columns);
  const names = await findReferenceNames(sources, question.published, mentions, question.viewer);
  return { ...page, count, sums, outdated, names, incomplete: search.incomplete };
}

/** Throws as `listRecords`. */
export class CountRecords extends Query<Pick<RecordsPage, 'count' | 'outdated'>> {
  constructor(readonly question: RecordsQuestion) {
    super();
  }
}

export const createListFilter = (
  view: RecordsView,
  filters: readonly FieldFilter[],
  search: SearchPlan,
): Filter => view.filter([...toFilters(view.rights.entity, filters), search.filter]);

interface SearchedView {
  readonly view: RecordsView;
  readonly search: SearchPlan;
}

export async function findRecordsPage(
  sources: QueryDependencies,
  { view, search }: SearchedView,
  query: Omit<ListQuery, 'search'>,
  onwardOnly = false,
): Promise<VisiblePage<VisibleRecord>> {
  const { filters, sort, cursor, backwards, limit } = query;
  // Sorting would reveal hidden values.
  const path = (view.rights.open(sort.field) && findSortPath(view.rights.entity, sort.field)) || 'id';
  const found = {
    filter: createListFilter(view, filters, search),
    sort: { path, descending: sort.descending, emptyLast: true },
    cursor,
    backwards,
    limit,
    onwardOnly,
  };
  return isFilterExact(view, search)
    ? findVisiblePage(view.records, found, view.createVisibilityFilter())
    : scanPage(view.records, found, view.createVisibilityFilter(search), sources.seal);
}

/** Searches that may match hidden values check each record. */
export function isFilterExact({ exact, rights }: RecordsView, { terms, columns }: SearchPlan): boolean {
  return exact && (terms.length === 0 || (rights.isSearchOpen && [...columns].every(rights.open)));
}

const cachedSums = createAnswerCache<CountedSums>(recordsProjection.name);

/** Columns that may not be added up are left out. */
async function countAndSum(
  { readModels }: QueryDependencies,
  { view, search }: SearchedView,
  filter: Filter,
  { sumOf = [], countUpTo }: ListQuery,
): Promise<CountedSums> {
  const { rights } = view;
  const fields = rights.entity.fields.filter((field) => sumOf.includes(field.key));
  const columns = fields.filter((field) => isSummable(field, rights)).map(({ key }) => key);
  if (!isFilterExact(view, search)) return scanSums(view, { filter, search }, columns);
  return cachedSums(readModels, view.records, { filter, columns, countUpTo }, async () => {
    const count = await view.records.count(filter, countUpTo);
    return { count, sums: await sumMatches(view, filter, columns, count) };
  });
}

export async function countMatchingRecords(
  { view, search }: SearchedView,
  filter: Filter,
  countUpTo?: number,
): Promise<RecordsPage['count']> {
  if (isFilterExact(view, search)) return view.records.count(filter, countUpTo);
  return scanCount(view.records, { filter }, view.createVisibilityFilter(search));
}
