import {
  type Cursor,
  parseCursor,
  toPage,
  toComparableValue,
  areEmptyValuesFirst,
  parsePath,
  getValueAt,
  type Page,
  type Query,
} from '#projections/port/query.js';
import {
  type SqlOrder,
  type Table,
  computeOrderedScanThreshold,
  buildOrderedSql,
  chooseScanOrSortCondition,
  buildSearchSql,
  extractTextSearch,
} from './collection-tables.js';
import { type SqlCondition, andSqlConditions, toSqlValue } from './filter-to-sql.js';
import type { StatementCache } from './prepared-statements.js';

/** JSON crosses threads more cheaply than objects. */
export interface JsonPage extends Omit<Page<never>, 'documents'> {
  readonly lines: readonly string[];
}

/** Throws `BadCursor`, `BadQuery`. */
export function findJsonPage(statements: StatementCache, table: Table, query: Query): JsonPage {
  const { documents, ...cursors } = findPage(statements, table, query);
  return { lines: documents, ...cursors };
}

interface DocumentRow {
  readonly id: string;
  readonly document: string;
}

function findPage(statements: StatementCache, table: Table, query: Query): Page<string> {
  const order = toSqlOrder(table, query);
  const onward = query.backwards === true ? reverseOrder(order) : order;
  const rowsAfter = createWalk(statements, table, query, order);
  const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  const limit = Math.max(0, Math.trunc(query.limit));
  const rows = rowsAfter({ order: onward, cursor, limit: limit + 1 });
  const documents = rows.slice(0, limit).map((row) => row.document);
  const at = (index: number): Cursor | undefined => {
    const row = rows[index];
    return row && documents.length > 0 ? toCursor(order, row) : cursor;
  };
  const first = at(0);
  const ahead = rows.length > limit ? at(documents.length - 1) : undefined;
  const isBehind = () => rowsAfter({ order: reverseOrder(onward), cursor: first, limit: 1 }).length > 0;
  const isWanted = cursor !== undefined && query.onwardOnly !== true;
  const behind = isWanted && isBehind() ? first : undefined;
  return toPage(query, { documents, ahead, behind });
}

function toCursor({ key, path }: SqlOrder, { id, document }: DocumentRow): Cursor {
  return { value: key === undefined ? null : toComparableValue(getValueAt(JSON.parse(document), path)), id };
}

function toSqlOrder(table: Table, { sort }: Query): SqlOrder {
  const path = sort?.path ?? 'id';
  parsePath(path);
  return {
    path,
    key: path === 'id' ? undefined : table.key(path),
    descending: sort?.descending === true,
    emptyFirst: areEmptyValuesFirst(sort),
  };
}

function reverseOrder(order: SqlOrder): SqlOrder {
  return { ...order, descending: !order.descending, emptyFirst: !order.emptyFirst };
}

interface OrderedWalk {
  readonly order: SqlOrder;
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

type RowsAfter = (walk: OrderedWalk) => DocumentRow[];

function createWalk(statements: StatementCache, table: Table, query: Query, order: SqlOrder): RowsAfter {
  const search = table.inOrder && order.key === undefined ? extractTextSearch(query.filter ?? {}) : undefined;
  if (search && table.search) {
    const few = computeOrderedScanThreshold(statements, table, query);
    const from = buildSearchSql(statements, { ...table, search: table.search }, search, few);
    return (walk) => readSearchedAfter(statements, { ...table, search: table.search! }, from, walk);
  }
  const where = chooseScanOrSortCondition(statements, table, query, order);
  return (walk) => readOrderedAfter(statements, table, where, walk);
}

function readOrderedAfter(
  statements: StatementCache,
  table: Table,
  where: SqlCondition,
  { order, cursor, limit }: OrderedWalk,
): DocumentRow[] {
  const rows: DocumentRow[] = [];
  for (const stretch of conditionsAfter(order, cursor)) {
    if (rows.length >= limit) break;
    const { sql, values } = andSqlConditions([where, stretch]);
    const found = statements(`SELECT id, document ${buildOrderedSql(table, order, sql)} LIMIT ?`);
    for (const each of found.all(...values, limit - rows.length) as unknown as DocumentRow[]) rows.push(each);
  }
  return rows;
}

const EVERYTHING: SqlCondition = { sql: '1', values: [] };

// One condition per index scan: with OR, SQLite would scan the index from its start. null matches no comparison.
function conditionsAfter(
  { key, descending, emptyFirst }: SqlOrder,
  cursor: Cursor | undefined,
): SqlCondition[] {
  const sign = descending ? '<' : '>';
  if (key === undefined)
    return cursor === undefined ? [EVERYTHING] : [{ sql: `id ${sign} ?`, values: [cursor.id] }];
  const isNull: SqlCondition = { sql: `${key} IS NULL`, values: [] };
  const isGiven: SqlCondition = { sql: `${key} IS NOT NULL`, values: [] };
  // An index has null first, so the opposite order takes two scans.
  if (cursor === undefined) {
    if (emptyFirst !== descending) return [EVERYTHING];
    return emptyFirst ? [isNull, isGiven] : [isGiven, isNull];
  }
  if (cursor.value === null) {
    const rest = andSqlConditions([isNull, { sql: `id ${sign} ?`, values: [cursor.id] }]);
    return emptyFirst ? [rest, isGiven] : [rest];
  }
  const beyond = { sql: `(${key}, id) ${sign} (?, ?)`, values: [toSqlValue(cursor.value), cursor.id] };
  return emptyFirst ? [beyond] : [beyond, isNull];
}

// FTS5 walks its rows in both directions. The cursor's row may be gone.
function readSearchedAfter(
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
