import { toPathStrings, type PathStrings, type PathStringsQuery } from '#projections/port/generation.js';
import { fromSqlValue, toSqlCondition, type Columns, type SqlValue } from './filter-to-sql.js';
import type { StatementCache } from './prepared-statements.js';

/** Throws `BadQuery`. */
export function readStringsAtPath(
  statements: StatementCache,
  table: Columns,
  { path, filter, limit }: PathStringsQuery,
): PathStrings {
  const { sql, values } = toSqlCondition(filter, table);
  const rows = statements(`SELECT ${table.key(path)} AS text FROM ${table.name} WHERE ${sql} LIMIT ?`).all(
    ...values,
    limit + 1,
  ) as unknown as readonly { readonly text: SqlValue }[];
  return toPathStrings(
    rows.map(({ text }) => fromSqlValue(text)),
    limit,
  );
}
