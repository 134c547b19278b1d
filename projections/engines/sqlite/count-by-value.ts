import { type Filter, parsePath } from '#projections/port/query.js';
import type { Scalar } from '#specification/model/stored-value.js';
import type { Table } from './collection-tables.js';
import { type SqlValue, fromSqlValue, toSqlCondition } from './filter-to-sql.js';
import type { StatementCache } from './prepared-statements.js';

export interface CountByValueQuery {
  readonly path: string;
  readonly filter: Filter;
  readonly limit: number;
}

/** Skips lists and objects; counts at most `limit` per value. */
export function countByValue(
  statements: StatementCache,
  table: Table,
  { path, filter, limit }: CountByValueQuery,
): ReadonlyMap<Scalar, number> {
  const { sql, values } = toSqlCondition(filter, table);
  parsePath(path);
  const key = table.key(path);
  const rows = (sql === '1' && !key.startsWith('(')
    ? statements(countByStepSql(table, key)).all(limit)
    : statements(
        `SELECT ${key} AS key, min(count(*), ?) AS count FROM ${table.name} WHERE ${sql} GROUP BY 1 ORDER BY 1`,
      ).all(limit, ...values)) as unknown as { key: SqlValue; count: number }[];
  return new Map(
    rows.flatMap(({ key: found, count }) => {
      const value = fromSqlValue(found);
      return value === undefined || count === 0 ? [] : [[value, count] as const];
    }),
  );
}

/** Steps along the index, stopping each count at the limit. */
function countByStepSql({ name }: Table, key: string): string {
  const counted = (which: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM ${name} WHERE ${key} IS ${which} LIMIT ?1))`;
  return `WITH RECURSIVE found(key) AS (
      SELECT min(${key}) FROM ${name} WHERE ${key} IS NOT NULL
      UNION ALL SELECT (SELECT min(${key}) FROM ${name} WHERE ${key} > found.key) FROM found WHERE found.key IS NOT NULL
    )
    SELECT NULL AS key, ${counted('NULL')} AS count
    UNION ALL SELECT key, ${counted('found.key')} FROM found WHERE key IS NOT NULL`;
}
