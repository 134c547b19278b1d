// Query: one page of a list, with what it mentions and how much there is.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import type { Filter } from '#projections/port/query.js';
import { findVisiblePage, scanCount, scanPage, type VisiblePage } from '../paging/find-visible-page.js';
import { Mentions, findNames, type Names } from '../names/mentions.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { NO_SEARCH, type IncompleteTerm, type SearchPlan } from '../filters/search-plan.js';
import { findSortPath, toFilters, type FieldFilter, type ListQuery } from './list-query.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { openRecordsView, type RecordsQuestion, type RecordsView } from '../records/records-view.js';

export interface RecordsPage extends VisiblePage<VisibleRecord> {
  readonly names: Names;
  readonly count: { readonly count: number; readonly more: boolean };
  /** Ids of those of the whole list that are not up to date. */
  readonly outdated: readonly string[];
  /** What the search does not look for as far as it should. */
  readonly incomplete: readonly IncompleteTerm[];
}

/** Throws `Refused` where no role of the viewer reads such records, `BadCursor` for a damaged cursor. */
export async function listRecords(
  sources: QueryDependencies,
  question: RecordsQuestion,
  query: ListQuery,
  columns: ReadonlySet<string>,
): Promise<RecordsPage> {
  const view = await openRecordsView(sources, question);
  if (!view.rights.any)
    throw createUnreadableRefusal(
      view.rights,
      view.now,
      createPhrase('to.read-all', { entity: question.entity.plural }),
    );
  const search = await view.planSearch(query.search);
  const filter = createListFilter(view, query.filters, search);
  const [page, count, outdated] = await Promise.all([
    findRecordsPage(sources, { view, search }, query),
    countOf({ view, search }, filter, query.countUpTo),
    view.outdated(filter, search),
  ]);
  const mentions = new Mentions();
  for (const record of page.items) mentions.columns(question.entity, record, columns);
  const names = await findNames(sources, question.published, mentions, question.viewer);
  return { ...page, count, outdated, names, incomplete: search.incomplete };
}

/** How many records a list, or a board, would show. Throws as `listRecords` does. */
export async function countRecords(
  sources: QueryDependencies,
  question: RecordsQuestion,
): Promise<Pick<RecordsPage, 'count' | 'outdated'>> {
  const view = await openRecordsView(sources, question);
  if (!view.rights.any)
    throw createUnreadableRefusal(
      view.rights,
      view.now,
      createPhrase('to.read-all', { entity: question.entity.plural }),
    );
  const [count, outdated] = await Promise.all([
    countOf({ view, search: NO_SEARCH }, view.filter()),
    view.outdated(view.filter()),
  ]);
  return { count, outdated };
}

/** What a list is asked for, and what of it may be read, as far as the read model can tell. */
export const createListFilter = (
  view: RecordsView,
  filters: readonly FieldFilter[],
  search: SearchPlan,
): Filter => view.filter([...toFilters(view.rights.entity, filters), search.filter]);

interface SearchedView {
  readonly view: RecordsView;
  readonly search: SearchPlan;
}

/** A page without what is around it: for exports too. */
export async function findRecordsPage(
  sources: QueryDependencies,
  { view, search }: SearchedView,
  query: Omit<ListQuery, 'search'>,
  onwardOnly = false,
): Promise<VisiblePage<VisibleRecord>> {
  const { filters, sort, cursor, backwards, limit } = query;
  // An order tells what it is made of.
  const path = (view.rights.open(sort.field) && findSortPath(view.rights.entity, sort.field)) || 'id';
  const found = {
    filter: createListFilter(view, filters, search),
    sort: { path, descending: sort.descending, emptyLast: true },
    cursor,
    backwards,
    limit,
    onwardOnly,
  };
  return isExact(view, search)
    ? findVisiblePage(view.records, found, view.see())
    : scanPage(view.records, found, view.see(search), sources.seal);
}

/** A search may find a record by a value that is hidden in it: then each record found is looked at. */
export function isExact({ exact, rights }: RecordsView, { terms, columns }: SearchPlan): boolean {
  return exact && (terms.length === 0 || (rights.searchOpen && [...columns].every(rights.open)));
}

async function countOf(
  { view, search }: SearchedView,
  filter: Filter,
  countUpTo?: number,
): Promise<RecordsPage['count']> {
  if (isExact(view, search)) return view.records.count(filter, countUpTo);
  return scanCount(view.records, { filter }, view.see(search));
}
