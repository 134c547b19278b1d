import {
  toKeySql,
  type Columns,
  type SqlCondition,
  toSqlCondition,
  toMatchExpression,
} from './filter-to-sql.js';
import type { Filter, Query } from '#projections/port/query.js';
import type { StatementCache } from './prepared-statements.js';

export interface CollectionTable extends Table {
  readonly collection: string;
  readonly keys: ReadonlyMap<string, string>;
  /** Searched paths; undefined: no search table. */
  readonly text: readonly string[] | undefined;
  readonly searchInfo: SearchTableInfo | undefined;
}

export interface Table extends Columns {
  /** Rows are ordered by id. */
  readonly inOrder: boolean;
}

/** Stored in `collections.text`. */
export interface SearchTableInfo {
  readonly paths: readonly string[];
  readonly letters?: number;
  /** Rows are ordered by id. */
  readonly inOrder?: boolean;
}

export function readTables(statement: StatementCache): ReadonlyMap<string, CollectionTable> {
  const rows = statement('SELECT number, name, text FROM collections').all() as unknown as {
    number: number;
    name: string;
    text: string | null;
  }[];
  return new Map(rows.map((row) => [row.name, toCollectionTable(statement, row)]));
}

function toCollectionTable(
  statement: StatementCache,
  row: { number: number; name: string; text: string | null },
): CollectionTable {
  const columns = statement('SELECT name FROM pragma_table_info(?)').all(`c${row.number}`) as {
    name: string;
  }[];
  const keys = new Map(
    columns
      .filter((column) => column.name.startsWith('key:'))
      .map((column) => [column.name.slice('key:'.length), `"${column.name}"`]),
  );
  return {
    collection: row.name,
    name: `c${row.number}`,
    keys,
    key: (path) => toKeySql(path, keys),
    ...parseSearchTable(row),
  };
}

function parseSearchTable({ number, text }: { number: number; text: string | null }) {
  if (text === null) return { text: undefined, search: undefined, inOrder: false, searchInfo: undefined };
  const parsed = JSON.parse(text) as SearchTableInfo | string[];
  const made: SearchTableInfo = Array.isArray(parsed) ? { paths: parsed } : parsed;
  return { text: made.paths, search: `t${number}`, inOrder: made.inOrder === true, searchInfo: made };
}

export interface SqlOrder {
  readonly key: string | undefined;
  readonly path: string;
  readonly descending: boolean;
  readonly emptyFirst: boolean;
}

export function buildOrderedSql(table: Table, order: SqlOrder, condition: string): string {
  const direction = order.descending ? 'DESC' : 'ASC';
  const by = order.key === undefined ? `id ${direction}` : `${order.key} ${direction}, id ${direction}`;
  return `FROM ${table.name} WHERE ${condition} ORDER BY ${by}`;
}

/** SQLite prefers filtering and sorting, but walking the order visits limit × documents ÷ matches rows. `+` keeps SQLite from other indexes. */
export function chooseScanOrSortCondition(
  statements: StatementCache,
  table: Table,
  query: Query,
  order: SqlOrder,
): SqlCondition {
  const filter = query.filter ?? {};
  const where = toSqlCondition(filter, table);
  const sorts = ({ sql, values }: SqlCondition) =>
    statements(`EXPLAIN QUERY PLAN SELECT id, document ${buildOrderedSql(table, order, sql)}`)
      .all(...values)
      .some((step) => (step as { detail: string }).detail.includes('TEMP B-TREE FOR ORDER BY'));
  if (where.sql === '1' || !sorts(where)) return where;
  const key = (path: string) => (path === order.path ? table.key(path) : `+${table.key(path)}`);
  const walking = toSqlCondition(filter, { ...table, key, searchIsTested: true });
  const isMany = (of: Filter) =>
    countUpTo(statements, table, of, computeOrderedScanThreshold(statements, table, query)).more;
  if (!sorts(walking) && isMany(filter)) return walking;
  const rest = withoutSearch(filter);
  return rest && isIndexed(statements, table, rest) && !isMany(rest)
    ? toSqlCondition(filter, { ...table, searchIsTested: true })
    : where;
}

/** From so many matches on, walking beats sorting. */
export function computeOrderedScanThreshold(
  statements: StatementCache,
  table: Table,
  { limit }: Pick<Query, 'limit'>,
): number {
  const { rows } = statements(`SELECT max(rowid) AS rows FROM ${table.name}`).get() as {
    rows: number | null;
  };
  return Math.ceil(Math.sqrt((limit + 1) * (rows ?? 0)));
}

/** false: counting its matches would read all documents. */
function isIndexed(statements: StatementCache, table: Columns, filter: Filter): boolean {
  const { sql, values } = toSqlCondition(filter, table);
  return statements(`EXPLAIN QUERY PLAN SELECT 1 FROM ${table.name} WHERE ${sql}`)
    .all(...values)
    .every((step) => !(step as { detail: string }).detail.startsWith(`SCAN ${table.name}`));
}

interface Search {
  readonly match: string;
  readonly rest: Filter;
}

/** undefined: no search, or only within $or. */
export function extractTextSearch(filter: Filter): Search | undefined {
  const { $text, ...others } = filter;
  const match = $text === undefined ? undefined : toMatchExpression($text);
  if (match !== undefined) return { match, rest: others as Filter };
  const { $and: parts } = filter;
  if (!Array.isArray(parts)) return undefined;
  for (const [index, part] of (parts as readonly Filter[]).entries()) {
    const found = extractTextSearch(part);
    if (found) return { match: found.match, rest: { ...filter, $and: parts.with(index, found.rest) } };
  }
  return undefined;
}

function withoutSearch(filter: Filter): Filter | undefined {
  const search = extractTextSearch(filter);
  return search && !isEverything(search.rest) ? search.rest : undefined;
}

function isEverything(filter: Filter): boolean {
  return Object.entries(filter).every(
    ([path, wanted]) =>
      wanted === undefined || (path === '$and' && (wanted as readonly Filter[]).every(isEverything)),
  );
}

/** In row order, read from the word index on demand. A selective rest with an index is evaluated first. */
export function buildSearchSql(
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
  const isMany = !isIndexed(statements, table, rest) || countUpTo(statements, table, rest, few).more;
  const found = `+${search}.rowid IN (SELECT rowid FROM ${name} WHERE ${sql})`;
  return { sql: from(` AND ${isMany ? sql : found}`), values: [match, ...values] };
}

const FEW = 2_000;

export function countUpTo(
  statements: StatementCache,
  table: Columns,
  filter: Filter,
  limit: number,
): { readonly count: number; readonly more: boolean } {
  const { search } = table;
  const searched = search === undefined ? undefined : extractTextSearch(filter);
  const { sql, values } = searched
    ? buildSearchSql(statements, { ...table, search: search! }, searched, FEW)
    : filteredFromSql(toSqlCondition(filter, table), table);
  const { count } = statements(`SELECT count(*) AS count FROM (SELECT 1 ${sql} LIMIT ?)`).get(
    ...values,
    limit + 1,
  ) as { count: number };
  return count > limit ? { count: limit, more: true } : { count, more: false };
}

const filteredFromSql = ({ sql, values }: SqlCondition, { name }: Columns): SqlCondition => ({
  sql: `FROM ${name} WHERE ${sql}`,
  values,
});
