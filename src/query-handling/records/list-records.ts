// Query: one page of a list, with what it mentions and how much there is.
import { findVisiblePage, scanCount, scanPage, type VisiblePage } from '../find-page.js';
import { Mentions, namesOf, type Names } from '../mentions.js';
import type { Sources } from '../ports.js';
import type { VisibleRecord } from '../visible-records.js';
import { sortPath, toFilter, type RecordsQuery } from './records-query.js';
import { unreadable } from './refuse-unreadable.js';
import { openRecordsView, type RecordsQuestion, type RecordsView } from './records-view.js';

export interface RecordsPage extends VisiblePage<VisibleRecord> {
  readonly names: Names;
  readonly count: { readonly count: number; readonly more: boolean };
}

/** Throws `Refused` where no role of the viewer reads such records, `BadCursor` for a damaged cursor. */
export async function listRecords(
  sources: Sources,
  question: RecordsQuestion,
  query: RecordsQuery,
  columns: ReadonlySet<string>,
): Promise<RecordsPage> {
  const view = await openRecordsView(sources, question);
  if (!view.rights.any) throw unreadable(view.rights, view.now, `read ${question.entity.plural}`);
  const [page, count] = await Promise.all([recordsPage(sources, view, query), countOf(view, query)]);
  const mentions = new Mentions();
  for (const record of page.items) mentions.columns(question.entity, record, columns);
  return { ...page, count, names: await namesOf(sources, question.published, mentions, question.viewer) };
}

/** How many records a list, or a board, would show. Throws as `listRecords` does. */
export async function countRecords(
  sources: Sources,
  question: RecordsQuestion,
): Promise<RecordsPage['count']> {
  const view = await openRecordsView(sources, question);
  if (!view.rights.any) throw unreadable(view.rights, view.now, `read ${question.entity.plural}`);
  return countOf(view, { filters: [], search: '' });
}

/** A page without what is around it: for exports too. */
export async function recordsPage(
  sources: Sources,
  view: RecordsView,
  query: RecordsQuery,
  onwardOnly = false,
): Promise<VisiblePage<VisibleRecord>> {
  const { sort, cursor, backwards, limit, search } = query;
  // An order tells what it is made of.
  const path = (view.rights.open(sort.field) && sortPath(view.rights.entity, sort.field)) || 'id';
  const found = {
    filter: view.filter(toFilter(view.rights.entity, query)),
    sort: { path, descending: sort.descending },
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
export function isExact({ exact, rights }: RecordsView, search: string): boolean {
  return exact && (search === '' || rights.searchOpen);
}

async function countOf(
  view: RecordsView,
  { filters, search, countUpTo }: Pick<RecordsQuery, 'filters' | 'search' | 'countUpTo'>,
): Promise<RecordsPage['count']> {
  const filter = view.filter(toFilter(view.rights.entity, { filters, search }));
  if (isExact(view, search)) return view.records.count(filter, countUpTo);
  return scanCount(view.records, { filter }, view.see(search));
}
