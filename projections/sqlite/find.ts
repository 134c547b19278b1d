// Pages, counts and look-ups of one collection's table.
import { type Cursor, parseCursor } from '../cursor.js';
import { pageOf } from '../page.js';
import { comparable, segmentsOf, valueAt } from '../path.js';
import type { Filter, Page, Query, Scalar } from '../read-model.js';
import { type Condition, and, filterCondition } from './filter-to-sql.js';
import { type Bound, bound, unbound } from './keys.js';
import { type Order, type Table, fromOrdered, whereToWalk } from './ordered.js';
import type { Statements } from './statements.js';

interface Row {
  readonly id: string;
  readonly document: string;
}

/** Throws `BadCursor`, `BadQuery`. */
export function findPage<Doc>(statements: Statements, table: Table, query: Query): Page<Doc> {
  const order = orderOf(table, query);
  const onward = query.backwards === true ? reversed(order) : order;
  const where = whereToWalk(statements, table, query, order);
  const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  const limit = Math.max(0, Math.trunc(query.limit));
  const rows = rowsAfter(statements, table, { order: onward, where, cursor, limit: limit + 1 });
  const documents = rows.slice(0, limit).map((row) => JSON.parse(row.document) as Doc);
  const at = (index: number): Cursor | undefined => {
    const row = rows[index];
    return row && documents.length > 0 ? cursorAt(order, row.id, documents[index]) : cursor;
  };
  const first = at(0);
  const ahead = rows.length > limit ? at(documents.length - 1) : undefined;
  const isBehind = () =>
    rowsAfter(statements, table, { order: reversed(onward), where, cursor: first, limit: 1 }).length > 0;
  const behind = cursor !== undefined && isBehind() ? first : undefined;
  return pageOf(query, { documents, ahead, behind });
}

function cursorAt(order: Order, id: string, document: unknown): Cursor {
  return { value: order.key === undefined ? null : comparable(valueAt(document, order.path)), id };
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
  readonly where: Condition;
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

function rowsAfter(statements: Statements, table: Table, { order, where, cursor, limit }: Walk): Row[] {
  const rows: Row[] = [];
  for (const segment of segments(order, cursor)) {
    if (rows.length >= limit) break;
    const { sql, values } = and([where, segment]);
    const found = statements(`SELECT id, document ${fromOrdered(table, order, sql)} LIMIT ?`);
    rows.push(...(found.all(...values, limit - rows.length) as unknown as Row[]));
  }
  return rows;
}

const ALL: Condition = { sql: '1', values: [] };

// What follows a cursor, as conditions one after the other, each of which one index answers: an OR would make SQLite
// walk the index from its beginning. null sorts lowest, and no comparison finds it.
function segments({ key, descending }: Order, cursor: Cursor | undefined): Condition[] {
  if (cursor === undefined) return [ALL];
  const sign = descending ? '<' : '>';
  if (key === undefined) return [{ sql: `id ${sign} ?`, values: [cursor.id] }];
  const isNull: Condition = { sql: `${key} IS NULL`, values: [] };
  if (cursor.value === null) {
    const rest = and([isNull, { sql: `id ${sign} ?`, values: [cursor.id] }]);
    return descending ? [rest] : [rest, { sql: `${key} IS NOT NULL`, values: [] }];
  }
  const beyond = { sql: `(${key}, id) ${sign} (?, ?)`, values: [bound(cursor.value), cursor.id] };
  return descending ? [beyond, isNull] : [beyond];
}

/** Documents whose value is a list or an object are not counted. */
export function countByKey(
  statements: Statements,
  table: Table,
  path: string,
  filter: Filter,
): ReadonlyMap<Scalar, number> {
  const { sql, values } = filterCondition(filter, table);
  segmentsOf(path);
  const rows = statements(
    `SELECT ${table.key(path)} AS key, count(*) AS count FROM ${table.name} WHERE ${sql} GROUP BY 1 ORDER BY 1`,
  ).all(...values) as unknown as { key: Bound; count: number }[];
  return new Map(
    rows.flatMap(({ key, count }) => {
      const value = unbound(key);
      return value === undefined ? [] : [[value, count] as const];
    }),
  );
}
