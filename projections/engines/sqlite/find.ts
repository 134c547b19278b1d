// Pages, counts and look-ups of one collection's table.
import { type Cursor, parseCursor, toPage } from '#projections/port/cursor.js';
import { comparableValue, segmentsOf, valueAt } from '#projections/port/path.js';
import type { Filter, Page, Query } from '#projections/port/query.js';
import { type SqlCondition, sqlAnd, toSqlCondition } from './filter-to-sql.js';
import { type SqlValue, bound, unbound } from './keys.js';
import { type SqlOrder, type Table, enough, fromOrdered, whereToWalk } from './collection-tables.js';
import { fromSearched, searchIn } from './searched.js';
import type { StatementCache } from './statements.js';
import type { Scalar } from '#specification/value.js';

interface DocumentRow {
  readonly id: string;
  readonly document: string;
}

/** A page of JSON. Throws `BadCursor`, `BadQuery`. */
export function findLines(statements: StatementCache, table: Table, query: Query): JsonPage {
  const { documents, ...cursors } = findPage(statements, table, query);
  return { lines: documents, ...cursors };
}

function findPage(statements: StatementCache, table: Table, query: Query): Page<string> {
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
  return toPage(query, { documents, ahead, behind });
}

function cursorAt({ key, path }: SqlOrder, { id, document }: DocumentRow): Cursor {
  return { value: key === undefined ? null : comparableValue(valueAt(JSON.parse(document), path)), id };
}

function orderOf(table: Table, { sort }: Query): SqlOrder {
  const path = sort?.path ?? 'id';
  segmentsOf(path);
  return { path, key: path === 'id' ? undefined : table.key(path), descending: sort?.descending === true };
}

function reversed(order: SqlOrder): SqlOrder {
  return { ...order, descending: !order.descending };
}

interface OrderedWalk {
  readonly order: SqlOrder;
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

type RowsAfter = (walk: OrderedWalk) => DocumentRow[];

/** How the rows of a query are walked along: from what it searches for, where that comes in the order that is wanted. */
function walkOf(statements: StatementCache, table: Table, query: Query, order: SqlOrder): RowsAfter {
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
  statements: StatementCache,
  table: Table,
  where: SqlCondition,
  { order, cursor, limit }: OrderedWalk,
): DocumentRow[] {
  const rows: DocumentRow[] = [];
  for (const segment of segments(order, cursor)) {
    if (rows.length >= limit) break;
    const { sql, values } = sqlAnd([where, segment]);
    const found = statements(`SELECT id, document ${fromOrdered(table, order, sql)} LIMIT ?`);
    rows.push(...(found.all(...values, limit - rows.length) as unknown as DocumentRow[]));
  }
  return rows;
}

// FTS5 goes along its rows in either direction. The cursor is the id of a row, or of one that is gone.
function searchedAfter(
  statements: StatementCache,
  { name, search }: Table & { readonly search: string },
  from: SqlCondition,
  { order: { descending }, cursor, limit }: OrderedWalk,
): DocumentRow[] {
  const [sign, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const beyond = `(SELECT rowid FROM ${name} WHERE id ${sign} ? ORDER BY id ${direction} LIMIT 1)`;
  const after = cursor ? ` AND ${search}.rowid ${sign}= ${beyond}` : '';
  const select = `SELECT id, document ${from.sql}${after} ORDER BY ${search}.rowid ${direction} LIMIT ?`;
  const values = [...from.values, ...(cursor ? [cursor.id] : []), limit];
  return statements(select).all(...values) as unknown as DocumentRow[];
}

const ALL: SqlCondition = { sql: '1', values: [] };

// What follows a cursor, as conditions one after the other, each of which one index answers: an OR would make SQLite
// walk the index from its beginning. null sorts lowest, and no comparison finds it.
function segments({ key, descending }: SqlOrder, cursor: Cursor | undefined): SqlCondition[] {
  if (cursor === undefined) return [ALL];
  const sign = descending ? '<' : '>';
  if (key === undefined) return [{ sql: `id ${sign} ?`, values: [cursor.id] }];
  const isNull: SqlCondition = { sql: `${key} IS NULL`, values: [] };
  if (cursor.value === null) {
    const rest = sqlAnd([isNull, { sql: `id ${sign} ?`, values: [cursor.id] }]);
    return descending ? [rest] : [rest, { sql: `${key} IS NOT NULL`, values: [] }];
  }
  const beyond = { sql: `(${key}, id) ${sign} (?, ?)`, values: [bound(cursor.value), cursor.id] };
  return descending ? [beyond, isNull] : [beyond];
}

export interface CountByQuery {
  readonly path: string;
  readonly filter: Filter;
  readonly limit: number;
}

/** Documents whose value is a list or an object are not counted. No value counts for more than the limit. */
export function countByKey(
  statements: StatementCache,
  table: Table,
  { path, filter, limit }: CountByQuery,
): ReadonlyMap<Scalar, number> {
  const { sql, values } = toSqlCondition(filter, table);
  segmentsOf(path);
  const key = table.key(path);
  const rows = (sql === '1' && !key.startsWith('(')
    ? statements(stepping(table, key)).all(limit)
    : statements(
        `SELECT ${key} AS key, min(count(*), ?) AS count FROM ${table.name} WHERE ${sql} GROUP BY 1 ORDER BY 1`,
      ).all(limit, ...values)) as unknown as { key: SqlValue; count: number }[];
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
export interface JsonPage extends Omit<Page<never>, 'documents'> {
  readonly lines: readonly string[];
}
