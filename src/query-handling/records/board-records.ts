// Query: the newest records of each state, for a board.
import { findPage, scanCount, scanPage } from '../find-page.js';
import { Mentions, namesOf } from '../mentions.js';
import type { Sources } from '../ports.js';
import type { Names, SeenRecord } from '../seen.js';
import { lookAt, type RecordsQuestion, type View } from './looking-at.js';
import { unreadable } from './refuse-unreadable.js';

export interface BoardColumn {
  readonly state: string;
  readonly records: readonly SeenRecord[];
  readonly count: number;
  /** There are more than were counted. */
  readonly more: boolean;
}

export interface Board {
  readonly columns: readonly BoardColumn[];
  readonly names: Names;
}

/** One column per state of the lifecycle, newest change first, at most `limit` cards each. Throws `Refused`. */
export async function boardRecords(
  sources: Sources,
  asked: RecordsQuestion,
  cells: ReadonlySet<string>,
  limit: number,
): Promise<Board> {
  const view = await lookAt(sources, asked);
  if (!view.sight.any) throw unreadable(view.sight, view.now, `read ${asked.entity.plural}`);
  const states = asked.entity.lifecycle.states.map(({ key }) => key);
  const columns = await Promise.all(states.map((state) => column(sources, view, state, limit)));
  const mentions = new Mentions();
  for (const { records } of columns)
    for (const record of records) mentions.columns(asked.entity, record, cells);
  return { columns, names: await namesOf(sources, asked.published, mentions, asked.viewer) };
}

async function column(sources: Sources, view: View, state: string, limit: number): Promise<BoardColumn> {
  const filter = view.filter([{ state }]);
  const query = { filter, sort: { path: 'changedAt', descending: true }, limit };
  if (view.exact) {
    const { items, next } = await findPage(view.records, query, view.see());
    const isAll = next === undefined;
    const counted = isAll ? { count: items.length, more: false } : await view.records.count(filter);
    return { state, records: items, ...counted };
  }
  const { items, next } = await scanPage(view.records, query, view.see(), sources.seal);
  const { count, more } = await scanCount(view.records, { filter }, view.see());
  return { state, records: items, count, more: more || next !== undefined };
}
