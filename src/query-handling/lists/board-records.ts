// Query: the newest records of each state, for a board.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { findVisiblePage, scanCount, scanPage } from '../paging/find-visible-page.js';
import { Mentions, findNames, type Names } from '../names/mentions.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { openRecordsView, type RecordsQuestion, type RecordsView } from '../records/records-view.js';

export interface BoardColumn {
  readonly state: string;
  readonly records: readonly VisibleRecord[];
  readonly count: number;
  /** There are more than were counted. */
  readonly more: boolean;
}

export interface Board {
  readonly columns: readonly BoardColumn[];
  /** Ids of records of any column that are not up to date. */
  readonly outdated: readonly string[];
  readonly names: Names;
}

/** So many records are asked for in one question at most. */
const MOST_AT_ONCE = 250;

/** One column per state of the lifecycle, newest change first, at most `limit` cards each. Throws `Refused`. */
export async function listBoardRecords(
  sources: QueryDependencies,
  question: RecordsQuestion,
  cells: ReadonlySet<string>,
  limit: number,
): Promise<Board> {
  const view = await openRecordsView(sources, question);
  if (!view.rights.any)
    throw createUnreadableRefusal(
      view.rights,
      view.now,
      createPhrase('to.read-all', { entity: question.entity.plural }),
    );
  const states = question.entity.lifecycle.states.map(({ key }) => key);
  const newest = await newestOf(view, Math.min(MOST_AT_ONCE, limit * states.length));
  const columns = await Promise.all(
    states.map((state) => {
      const known = newest.records.filter((record) => record.state === state);
      return newest.areAll
        ? { state, records: known.slice(0, limit), count: known.length, more: false }
        : column(sources, view, { state, limit, known });
    }),
  );
  const outdated = await view.outdated(view.filter());
  const mentions = new Mentions();
  for (const { records } of columns)
    for (const record of records) mentions.columns(question.entity, record, cells);
  return {
    columns,
    outdated,
    names: await findNames(sources, question.published, mentions, question.viewer),
  };
}

const NEWEST = { path: 'changedAt', descending: true };

/** Of all states together: most boards are answered by this one question. */
async function newestOf(view: RecordsView, limit: number) {
  const query = { filter: view.filter(), sort: NEWEST, limit, onwardOnly: true };
  const { items, next } = await findVisiblePage(view.records, query, view.see());
  return { records: items, areAll: next === undefined };
}

interface BoardColumnQuery {
  readonly state: string;
  readonly limit: number;
  /** The newest of this state, as far as they are known. */
  readonly known: readonly VisibleRecord[];
}

async function column(
  sources: QueryDependencies,
  view: RecordsView,
  { state, limit, known }: BoardColumnQuery,
): Promise<BoardColumn> {
  const filter = view.filter([{ state }]);
  const query = { filter, sort: NEWEST, limit };
  if (view.exact) {
    if (known.length >= limit)
      return { state, records: known.slice(0, limit), ...(await view.records.count(filter)) };
    const { items, next } = await findVisiblePage(view.records, query, view.see());
    const isAll = next === undefined;
    const counted = isAll ? { count: items.length, more: false } : await view.records.count(filter);
    return { state, records: items, ...counted };
  }
  const { items, next } = await scanPage(view.records, query, view.see(), sources.seal);
  const { count, more } = await scanCount(view.records, { filter }, view.see());
  return { state, records: items, count, more: more || next !== undefined };
}
