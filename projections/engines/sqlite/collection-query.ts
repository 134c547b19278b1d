// Plain-data queries on one collection, run here or in a thread.
import {
  type Cursor,
  parseCursor,
  toPage,
  toComparableValue,
  isEmptyFirst,
  parsePath,
  getValueAt,
  type Filter,
  type Page,
  type Query,
} from '#projections/port/query.js';
import {
  type SqlCondition,
  andSqlConditions,
  toSqlCondition,
  type SqlValue,
  toSqlValue,
  fromSqlValue,
} from './filter-to-sql.js';
import {
  type SqlOrder,
  type Table,
  countWorthWalking,
  buildOrderedSql,
  chooseCondition,
  type CollectionTable,
  buildSearchSql,
  extractSearch,
  countUpTo,
} from './collection-tables.js';
import type { Scalar } from '#specification/model/stored-value.js';
import { BLOCK_DOCUMENTS, BLOCK_SIZE } from '#projections/port/comparison-blocks.js';
import type { DocumentBlock } from '#projections/port/generation.js';
import { type Aggregation, type Groups, NO_GROUPS } from '#projections/port/aggregation.js';
import { aggregateGroups } from './aggregation-sql.js';
import type { GenerationFile } from './generation-file.js';
import { type StatementCache, translateDamage } from './prepared-statements.js';

export type CollectionQuery =
  | { readonly ask: 'find'; readonly collection: string; readonly query: Query }
  | { readonly ask: 'count'; readonly collection: string; readonly filter: Filter; readonly limit: number }
  | ({ readonly ask: 'countBy'; readonly collection: string } & CountByQuery)
  | { readonly ask: 'aggregate'; readonly collection: string; readonly aggregation: Aggregation }
  | { readonly ask: 'block'; readonly collection: string; readonly after: string };

interface CollectionResults {
  readonly find: JsonPage;
  readonly count: { readonly count: number; readonly more: boolean };
  readonly countBy: ReadonlyMap<Scalar, number>;
  readonly aggregate: Groups;
  readonly block: BlockAfter | undefined;
}

export type QueryResult<Q extends CollectionQuery> = CollectionResults[Q['ask']];

/** Throws `BadCursor`, `BadQuery`, `DamagedGeneration`. */
export function runQuery<Q extends CollectionQuery>(file: GenerationFile, question: Q): QueryResult<Q> {
  return translateDamage(file.path, () => {
    const table = file.readTables().get(question.collection);
    return (
      table === undefined ? NO_DOCUMENTS[question.ask] : runQueryOnTable(file, table, question)
    ) as QueryResult<Q>;
  });
}

const NO_DOCUMENTS: CollectionResults = {
  find: { lines: [] },
  count: { count: 0, more: false },
  countBy: new Map(),
  aggregate: NO_GROUPS,
  block: undefined,
};

function runQueryOnTable(
  file: GenerationFile,
  table: CollectionTable,
  question: CollectionQuery,
): CollectionResults[CollectionQuery['ask']] {
  switch (question.ask) {
    case 'find':
      return findLines(file.statement, table, question.query);
    case 'count':
      return countUpTo(file.statement, table, question.filter, question.limit);
    case 'countBy':
      return countByKey(file.statement, table, question);
    case 'aggregate':
      return aggregateGroups(file.statement, table, question.aggregation);
    case 'block':
      return readBlockAfter(file, table, question.after);
  }
}

/** A page with JSON documents, which cross threads more cheaply than objects. */
export interface JsonPage extends Omit<Page<never>, 'documents'> {
  readonly lines: readonly string[];
}

/** Throws `BadCursor`, `BadQuery`. */
export function findLines(statements: StatementCache, table: Table, query: Query): JsonPage {
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
    emptyFirst: isEmptyFirst(sort),
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

/** Chooses how to walk the rows: along the search index, or in the query's order. */
function createWalk(statements: StatementCache, table: Table, query: Query, order: SqlOrder): RowsAfter {
  const search = table.inOrder && order.key === undefined ? extractSearch(query.filter ?? {}) : undefined;
  if (search && table.search) {
    const few = countWorthWalking(statements, table, query);
    const from = buildSearchSql(statements, { ...table, search: table.search }, search, few);
    return (walk) => readSearchedAfter(statements, { ...table, search: table.search! }, from, walk);
  }
  const where = chooseCondition(statements, table, query, order);
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

// Splits what follows a cursor into conditions that one index each answers: with OR, SQLite would scan the index from its start. null
// sorts lowest and matches no comparison.
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

interface CountByQuery {
  readonly path: string;
  readonly filter: Filter;
  readonly limit: number;
}

/** Skips documents with a list or object there; counts at most `limit` per value. */
function countByKey(
  statements: StatementCache,
  table: Table,
  { path, filter, limit }: CountByQuery,
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

/** Steps along the index from value to value, stopping each count at the limit. NULL is counted separately. */
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

interface BlockAfter extends DocumentBlock {
  readonly last: string;
}

// JSON documents contain no line feeds. One string for many documents, since each crossing into SQLite is expensive.
function readBlockAfter(file: GenerationFile, table: CollectionTable, after: string): BlockAfter | undefined {
  const some = (what: string) => `SELECT ${what} FROM ${table.name} WHERE id > ? ORDER BY id LIMIT ?`;
  const joined = `SELECT group_concat(document, char(10)) AS lines, count(*) AS count, max(id) AS last FROM (${some('id, document')})`;
  const block = file.statement(joined).get(after, documentsAfter()) as unknown as BlockAfter;
  return block.count === 0 ? undefined : { lines: block.lines, count: block.count, last: block.last };

  function documentsAfter(): number {
    const sizes = some('octet_length(document) AS size');
    const total = file
      .statement(`SELECT total(size) AS size FROM (${sizes})`)
      .get(after, BLOCK_DOCUMENTS) as unknown as SizeRow;
    if (total.size < BLOCK_SIZE) return BLOCK_DOCUMENTS;
    return countFitting(file.statement(sizes).all(after, BLOCK_DOCUMENTS) as unknown as SizeRow[]);
  }
}

interface SizeRow {
  readonly size: number;
}

/** Counts documents until the block is full, including the last. */
function countFitting(documents: readonly SizeRow[]): number {
  let sum = 0;
  const last = documents.findIndex(({ size }) => (sum += size) >= BLOCK_SIZE);
  return last === -1 ? documents.length : last + 1;
}
