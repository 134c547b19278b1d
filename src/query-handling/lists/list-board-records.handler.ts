import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { findVisiblePage, scanCount, scanPage } from '../paging/find-visible-page.js';
import { ReferencedIds, findReferenceNames } from '../names/find-names.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { createRecordsView, type RecordsView } from '../records/records-view.js';
import type { Filter } from '#projections/port/query.js';
import type { SearchPlan } from '../filters/search-plan.js';
import { createListFilter, isFilterExact } from './list-records.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListBoardRecords, type BoardColumn, type Board } from './board-records.js';

const MAX_AT_ONCE = 250;

@QueryHandler(ListBoardRecords)
export class ListBoardRecordsHandler implements IQueryHandler<ListBoardRecords> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, cells, limit, query }: ListBoardRecords): Promise<Board> {
    const view = await createRecordsView(this.sources, question);
    if (!view.rights.canReadSome)
      throw createUnreadableRefusal(
        view.rights,
        view.now,
        createPhrase('to.read-all', { entity: question.entity.plural }),
      );
    const search = await view.planSearch(query.search);
    const found = { view, search, filter: createListFilter(view, query.filters, search) };
    const states = question.entity.lifecycle.states.map(({ key }) => key);
    const newest = await newestOf(found, Math.min(MAX_AT_ONCE, limit * states.length));
    const columns = await Promise.all(
      states.map((state) => {
        const known = newest.records.filter((record) => record.state === state);
        return newest.areAll
          ? { state, records: known.slice(0, limit), count: known.length, more: false }
          : column(this.sources, found, { state, limit, known });
      }),
    );
    const outdated = await view.outdated(found.filter, search);
    const mentions = new ReferencedIds();
    for (const { records } of columns)
      for (const record of records) mentions.columns(question.entity, record, cells);
    return {
      columns,
      outdated,
      names: await findReferenceNames(this.sources, question.published, mentions, question.viewer),
    };
  }
}

const NEWEST = { path: 'changedAt', descending: true };

interface FoundRecords {
  readonly view: RecordsView;
  readonly search: SearchPlan;
  readonly filter: Filter;
}

async function newestOf({ view, search, filter }: FoundRecords, limit: number) {
  const query = { filter, sort: NEWEST, limit, onwardOnly: true };
  const { items, next } = await findVisiblePage(view.records, query, view.createVisibilityFilter(search));
  return { records: items, areAll: next === undefined };
}

interface BoardColumnQuery {
  readonly state: string;
  readonly limit: number;
  readonly known: readonly VisibleRecord[];
}

async function column(
  sources: QueryDependencies,
  { view, search, filter: every }: FoundRecords,
  { state, limit, known }: BoardColumnQuery,
): Promise<BoardColumn> {
  const filter = { $and: [every, { state }] };
  const query = { filter, sort: NEWEST, limit };
  if (isFilterExact(view, search)) {
    if (known.length >= limit)
      return { state, records: known.slice(0, limit), ...(await view.records.count(filter)) };
    const { items, next } = await findVisiblePage(view.records, query, view.createVisibilityFilter(search));
    const isAll = next === undefined;
    const counted = isAll ? { count: items.length, more: false } : await view.records.count(filter);
    return { state, records: items, ...counted };
  }
  const { items, next } = await scanPage(
    view.records,
    query,
    view.createVisibilityFilter(search),
    sources.seal,
  );
  const { count, more } = await scanCount(view.records, { filter }, view.createVisibilityFilter(search));
  return { state, records: items, count, more: more || next !== undefined };
}
