// Which collections a generation's file has, and what their tables hold, as the file itself says.
import { keySql, type Columns, type SqlCondition, toSqlCondition } from './filter-to-sql.js';
import type { StatementCache } from './statements.js';
import type { Filter, Query } from '#projections/port/query.js';
import { countUpTo, withoutSearch } from './searched.js';

export interface CollectionTable extends Table {
  readonly collection: string;
  /** Paths that have a key column. */
  readonly keys: ReadonlyMap<string, string>;
  /** Paths whose words the search table holds; undefined: it has none yet. */
  readonly text: readonly string[] | undefined;
  readonly searchMade: SearchMade | undefined;
}

export function readTables(statement: StatementCache): ReadonlyMap<string, CollectionTable> {
  const rows = statement('SELECT number, name, text FROM collections').all() as unknown as {
    number: number;
    name: string;
    text: string | null;
  }[];
  return new Map(rows.map((row) => [row.name, tableOf(statement, row)]));
}

function tableOf(
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
    key: (path) => keySql(path, keys),
    ...searchOf(row),
  };
}

/** As it stands in `collections.text`: what the search table holds and how it was made. */
export interface SearchMade {
  readonly paths: readonly string[];
  /** So many letters of words are indexed by themselves; undefined, in files of earlier versions: none. */
  readonly letters?: number;
  /** Rows are in the order of ids. */
  readonly inOrder?: boolean;
}

function searchOf({ number, text }: { number: number; text: string | null }) {
  if (text === null) return { text: undefined, search: undefined, inOrder: false, searchMade: undefined };
  const parsed = JSON.parse(text) as SearchMade | string[];
  const made: SearchMade = Array.isArray(parsed) ? { paths: parsed } : parsed;
  return { text: made.paths, search: `t${number}`, inOrder: made.inOrder === true, searchMade: made };
}

// Documents in an order that an index has, or found first and sorted then: whichever reads less.
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
