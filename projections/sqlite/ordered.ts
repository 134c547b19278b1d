// Documents in an order that an index has, or found first and sorted then: whichever reads less.
import type { Filter, Query } from '../read-model.js';
import { type Columns, type Condition, filterCondition } from './filter-to-sql.js';
import type { Statements } from './statements.js';

export interface Table extends Columns {
  readonly name: string;
}

export interface Order {
  /** SQL of what is sorted by; undefined: by id alone. */
  readonly key: string | undefined;
  readonly path: string;
  readonly descending: boolean;
}

/** FROM, WHERE and ORDER BY. */
export function fromOrdered(table: Table, order: Order, condition: string): string {
  const direction = order.descending ? 'DESC' : 'ASC';
  const by = order.key === undefined ? `id ${direction}` : `${order.key} ${direction}, id ${direction}`;
  return `FROM ${table.name} WHERE ${condition} ORDER BY ${by}`;
}

// SQLite would rather find all approved requests and sort them than walk along the amounts until a page is full. The
// latter is quicker where many match: a walk passes limit × documents ÷ matches. `+` keeps it from using other indexes.
export function whereToWalk(statements: Statements, table: Table, query: Query, order: Order): Condition {
  const where = filterCondition(query.filter ?? {}, table);
  const sorts = ({ sql, values }: Condition) =>
    statements(`EXPLAIN QUERY PLAN SELECT id, document ${fromOrdered(table, order, sql)}`)
      .all(...values)
      .some((step) => (step as { detail: string }).detail.includes('TEMP B-TREE FOR ORDER BY'));
  if (where.sql === '1' || !sorts(where)) return where;
  const key = (path: string) => (path === order.path ? table.key(path) : `+${table.key(path)}`);
  const walking = filterCondition(query.filter ?? {}, { search: table.search, key });
  if (sorts(walking)) return where;
  const { rows } = statements(`SELECT max(rowid) AS rows FROM ${table.name}`).get() as {
    rows: number | null;
  };
  const enough = Math.ceil(Math.sqrt((query.limit + 1) * (rows ?? 0)));
  return countUpTo(statements, table, query.filter ?? {}, enough).more ? walking : where;
}

export function countUpTo(
  statements: Statements,
  table: Table,
  filter: Filter,
  limit: number,
): { readonly count: number; readonly more: boolean } {
  const { sql, values } = filterCondition(filter, table);
  const { count } = statements(
    `SELECT count(*) AS count FROM (SELECT 1 FROM ${table.name} WHERE ${sql} LIMIT ?)`,
  ).get(...values, limit + 1) as { count: number };
  return count > limit ? { count: limit, more: true } : { count, more: false };
}
