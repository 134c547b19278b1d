// Pages, counts and look-ups of one collection's table.
import { type Cursor, parseCursor } from '#projections/port/cursor.js';
import { pageOf } from '#projections/port/page.js';
import { comparable, segmentsOf, valueAt } from '#projections/port/path.js';
import type { Filter, Page, Query, Scalar } from '#projections/port/query.js';
import { type SqlCondition, and, filterCondition } from './filter-to-sql.js';
import { type Bound, bound, unbound } from './keys.js';
import { type Order, type Table, enough, fromOrdered, whereToWalk } from './ordered.js';
import { fromSearched, searchIn } from './searched.js';
import type { Statements } from './statements.js';

interface Row {
  readonly id: string;
  readonly document: string;
}

/** A page of JSON. Throws `BadCursor`, `BadQuery`. */
export function findLines(statements: Statements, table: Table, query: Query): Lines {
  const { documents, ...cursors } = findPage(statements, table, query);
  return { lines: documents, ...cursors };
}

function findPage(statements: Statements, table: Table, query: Query): Page<string> {
  const order = orderOf(table, query);
  const onward = query.backwards === true ? reversed(order) : order;
  const rowsAfter = walkOf(statements, table, query, order);
  const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  const limit = Math.max(0, Math.trunc(query.limit));
  const rows = rowsAfter({ order: onward, cursor, limit: limit + 1 });
  const documents = rows.slice(0, limit).map((row) => row.document);
  const at = (index: number): Cursor | undefined => {
    const row = rows[index];
    return row && documents.length > 0 ? cursorAt(order, row) : cursor;
  };
  const first = at(0);
  const ahead = rows.length > limit ? at(documents.length - 1) : undefined;
  const isBehind = () => rowsAfter({ order: reversed(onward), cursor: first, limit: 1 }).length > 0;
  const isWanted = cursor !== undefined && query.onwardOnly !== true;
  const behind = isWanted && isBehind() ? first : undefined;
  return pageOf(query, { documents, ahead, behind });
}

function cursorAt({ key, path }: Order, { id, document }: Row): Cursor {
  return { value: key === undefined ? null : comparable(valueAt(JSON.parse(document), path)), id };
}

function orderOf(table: Table, { sort }: Query): Order {
  const path = sort?.path ?? 'id';
  segmentsOf(path);
  return { path, key: path === 'id' ? undefined : table.key(path), descending: sort?.descending === true };
}

function reversed(order: Order): Order {
  return { ...order, descending: !order.descending };
}

interface Walk {
  readonly order: Order;
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

type RowsAfter = (walk: Walk) => Row[];

/** How the rows of a query are walked along: from what it searches for, where that comes in the order that is wanted. */
function walkOf(statements: Statements, table: Table, query: Query, order: Order): RowsAfter {
  const search = table.inOrder && order.key === undefined ? searchIn(query.filter ?? {}) : undefined;
  if (search && table.search) {
    const few = enough(statements, table, query);
    const from = fromSearched(statements, { ...table, search: table.search }, search, few);
    return (walk) => searchedAfter(statements, { ...table, search: table.search! }, from, walk);
  }
  const where = whereToWalk(statements, table, query, order);
  return (walk) => orderedAfter(statements, table, where, walk);
}

function orderedAfter(
  statements: Statements,
  table: Table,
  where: SqlCondition,
  { order, cursor, limit }: Walk,
): Row[] {
  const rows: Row[] = [];
  for (const segment of segments(order, cursor)) {
    if (rows.length >= limit) break;
    const { sql, values } = and([where, segment]);
    const found = statements(`SELECT id, document ${fromOrdered(table, order, sql)} LIMIT ?`);
    rows.push(...(found.all(...values, limit - rows.length) as unknown as Row[]));
  }
  return rows;
}

// FTS5 goes along its rows in either direction. The cursor is the id of a row, or of one that is gone.
function searchedAfter(
  statements: Statements,
  { name, search }: Table & { readonly search: string },
  from: SqlCondition,
  { order: { descending }, cursor, limit }: Walk,
): Row[] {
  const [sign, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const beyond = `(SELECT rowid FROM ${name} WHERE id ${sign} ? ORDER BY id ${direction} LIMIT 1)`;
  const after = cursor ? ` AND ${search}.rowid ${sign}= ${beyond}` : '';
  const select = `SELECT id, document ${from.sql}${after} ORDER BY ${search}.rowid ${direction} LIMIT ?`;
  const values = [...from.values, ...(cursor ? [cursor.id] : []), limit];
  return statements(select).all(...values) as unknown as Row[];
}

const ALL: SqlCondition = { sql: '1', values: [] };

// What follows a cursor, as conditions one after the other, each of which one index answers: an OR would make SQLite
// walk the index from its beginning. null sorts lowest, and no comparison finds it.
function segments({ key, descending }: Order, cursor: Cursor | undefined): SqlCondition[] {
  if (cursor === undefined) return [ALL];
  const sign = descending ? '<' : '>';
  if (key === undefined) return [{ sql: `id ${sign} ?`, values: [cursor.id] }];
  const isNull: SqlCondition = { sql: `${key} IS NULL`, values: [] };
  if (cursor.value === null) {
    const rest = and([isNull, { sql: `id ${sign} ?`, values: [cursor.id] }]);
    return descending ? [rest] : [rest, { sql: `${key} IS NOT NULL`, values: [] }];
  }
  const beyond = { sql: `(${key}, id) ${sign} (?, ?)`, values: [bound(cursor.value), cursor.id] };
  return descending ? [beyond, isNull] : [beyond];
}

export interface Grouping {
  readonly path: string;
  readonly filter: Filter;
  readonly limit: number;
}

/** Documents whose value is a list or an object are not counted. No value counts for more than the limit. */
export function countByKey(
  statements: Statements,
  table: Table,
  { path, filter, limit }: Grouping,
): ReadonlyMap<Scalar, number> {
  const { sql, values } = filterCondition(filter, table);
  segmentsOf(path);
  const key = table.key(path);
  const rows = (sql === '1' && !key.startsWith('(')
    ? statements(stepping(table, key)).all(limit)
    : statements(
        `SELECT ${key} AS key, min(count(*), ?) AS count FROM ${table.name} WHERE ${sql} GROUP BY 1 ORDER BY 1`,
      ).all(limit, ...values)) as unknown as { key: Bound; count: number }[];
  return new Map(
    rows.flatMap(({ key: found, count }) => {
      const value = unbound(found);
      return value === undefined || count === 0 ? [] : [[value, count] as const];
    }),
  );
}

/** From value to value along an index, which stops counting where nobody wants to know. NULL is before all of them. */
function stepping({ name }: Table, key: string): string {
  const counted = (which: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM ${name} WHERE ${key} IS ${which} LIMIT ?1))`;
  return `WITH RECURSIVE found(key) AS (
      SELECT min(${key}) FROM ${name} WHERE ${key} IS NOT NULL
      UNION ALL SELECT (SELECT min(${key}) FROM ${name} WHERE ${key} > found.key) FROM found WHERE found.key IS NOT NULL
    )
    SELECT NULL AS key, ${counted('NULL')} AS count
    UNION ALL SELECT key, ${counted('found.key')} FROM found WHERE key IS NOT NULL`;
}

/** A page whose documents are still JSON: that crosses between threads at less cost than what it says. */
export interface Lines extends Omit<Page<never>, 'documents'> {
  readonly lines: readonly string[];
}
