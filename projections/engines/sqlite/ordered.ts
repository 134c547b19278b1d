// Documents in an order that an index has, or found first and sorted then: whichever reads less.
import type { Filter, Query } from '#projections/port/query.js';
import { type Columns, type SqlCondition, toSqlCondition } from './filter-to-sql.js';
import { countUpTo, withoutSearch } from './searched.js';
import type { StatementCache } from './statements.js';

export interface Table extends Columns {
  /** Rows are in the order of ids. */
  readonly inOrder: boolean;
}

export interface SqlOrder {
  /** SQL of what is sorted by; undefined: by id alone. */
  readonly key: string | undefined;
  readonly path: string;
  readonly descending: boolean;
}

/** FROM, WHERE and ORDER BY. */
export function fromOrdered(table: Table, order: SqlOrder, condition: string): string {
  const direction = order.descending ? 'DESC' : 'ASC';
  const by = order.key === undefined ? `id ${direction}` : `${order.key} ${direction}, id ${direction}`;
  return `FROM ${table.name} WHERE ${condition} ORDER BY ${by}`;
}

// SQLite would rather find all approved requests and sort them than walk along the amounts until a page is full. The
// latter is quicker where many match: a walk passes limit × documents ÷ matches. `+` keeps it from using other indexes.
export function whereToWalk(
  statements: StatementCache,
  table: Table,
  query: Query,
  order: SqlOrder,
): SqlCondition {
  const filter = query.filter ?? {};
  const where = toSqlCondition(filter, table);
  const sorts = ({ sql, values }: SqlCondition) =>
    statements(`EXPLAIN QUERY PLAN SELECT id, document ${fromOrdered(table, order, sql)}`)
      .all(...values)
      .some((step) => (step as { detail: string }).detail.includes('TEMP B-TREE FOR ORDER BY'));
  if (where.sql === '1' || !sorts(where)) return where;
  const key = (path: string) => (path === order.path ? table.key(path) : `+${table.key(path)}`);
  const walking = toSqlCondition(filter, { ...table, key, searchIsTested: true });
  const isMany = (of: Filter) => countUpTo(statements, table, of, enough(statements, table, query)).more;
  if (!sorts(walking) && isMany(filter)) return walking;
  // It takes a search for the narrowest condition there is, also where it finds everything.
  const rest = withoutSearch(filter);
  return rest && !isMany(rest) ? toSqlCondition(filter, { ...table, searchIsTested: true }) : where;
}

/** So many matches are quicker to walk by than to sort. */
export function enough(statements: StatementCache, table: Table, { limit }: Pick<Query, 'limit'>): number {
  const { rows } = statements(`SELECT max(rowid) AS rows FROM ${table.name}`).get() as {
    rows: number | null;
  };
  return Math.ceil(Math.sqrt((limit + 1) * (rows ?? 0)));
}
