// What a search finds, in the order of the rows: it is read from the index of words, no further than it is asked for.
import type { Filter } from '#projections/port/query.js';
import { type Columns, type SqlCondition, toSqlCondition, matchOf } from './filter-to-sql.js';
import type { StatementCache } from './statements.js';

export interface Search {
  /** For FTS5. */
  readonly match: string;
  /** Whatever else is asked for. */
  readonly rest: Filter;
}

/** undefined: nothing is searched for, or only here or there. */
export function searchIn(filter: Filter): Search | undefined {
  const { $text, ...others } = filter;
  const match = $text === undefined ? undefined : matchOf($text);
  if (match !== undefined) return { match, rest: others as Filter };
  const { $and: parts } = filter;
  if (!Array.isArray(parts)) return undefined;
  for (const [index, part] of (parts as readonly Filter[]).entries()) {
    const found = searchIn(part);
    if (found) return { match: found.match, rest: { ...filter, $and: parts.with(index, found.rest) } };
  }
  return undefined;
}

/** undefined: there is nothing but the search, or none. */
export function withoutSearch(filter: Filter): Filter | undefined {
  const search = searchIn(filter);
  return search && !isEverything(search.rest) ? search.rest : undefined;
}

function isEverything(filter: Filter): boolean {
  return Object.entries(filter).every(
    ([path, wanted]) =>
      wanted === undefined || (path === '$and' && (wanted as readonly Filter[]).every(isEverything)),
  );
}

/** FROM and WHERE. Few that meet the rest are found first, many are looked at one by one as the search comes upon them. */
export function fromSearched(
  statements: StatementCache,
  table: Columns & { readonly search: string },
  { match, rest }: Search,
  few: number,
): SqlCondition {
  const { name, search } = table;
  const from = (more: string) =>
    `FROM ${search} CROSS JOIN ${name} ON ${name}.rowid = ${search}.rowid WHERE ${search} MATCH ?${more}`;
  if (isEverything(rest)) return { sql: from(''), values: [match] };
  const { sql, values } = toSqlCondition(rest, table);
  const isMany = countUpTo(statements, table, rest, few).more;
  const found = `+${search}.rowid IN (SELECT rowid FROM ${name} WHERE ${sql})`;
  return { sql: from(` AND ${isMany ? sql : found}`), values: [match, ...values] };
}

/** So many are quickly found by any index. */
const FEW = 2_000;

/** Counts up to the limit and stops. */
export function countUpTo(
  statements: StatementCache,
  table: Columns,
  filter: Filter,
  limit: number,
): { readonly count: number; readonly more: boolean } {
  const { search } = table;
  const searched = search === undefined ? undefined : searchIn(filter);
  const { sql, values } = searched
    ? fromSearched(statements, { ...table, search: search! }, searched, FEW)
    : where(toSqlCondition(filter, table), table);
  const { count } = statements(`SELECT count(*) AS count FROM (SELECT 1 ${sql} LIMIT ?)`).get(
    ...values,
    limit + 1,
  ) as { count: number };
  return count > limit ? { count: limit, more: true } : { count, more: false };
}

const where = ({ sql, values }: SqlCondition, { name }: Columns): SqlCondition => ({
  sql: `FROM ${name} WHERE ${sql}`,
  values,
});
