// SQLite compares keys as: null < numbers < strings by code point < false < true < lists and objects.
import {
  parsePath,
  requirePrintable,
  type ComparableValue,
  toComparableValue,
  getValueAt,
  type Comparison,
  type Filter,
  type RowComparison,
  type TextSearch,
} from '#projections/port/query.js';
import { BadQuery } from '#projections/port/read-model-errors.js';
import { toRestrictedWord, toMatchWords } from '#projections/port/row-value-words.js';
import { splitWords } from '#projections/port/search-words.js';
import type { Scalar } from '#specification/model/stored-value.js';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

export interface SqlCondition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export interface Columns {
  readonly name: string;
  key(path: string): string;
  readonly search: string | undefined;
  /** Searches only test rows, and never drive the query. */
  readonly searchIsTested?: boolean;
}

/** Throws `BadQuery`. NULL counts as not matching. */
export function toSqlCondition(filter: Filter, columns: Columns): SqlCondition {
  return andSqlConditions(
    Object.entries(filter)
      .filter(([, wanted]) => wanted !== undefined)
      .map(([path, wanted]) => entryCondition(path, wanted, columns)),
  );
}

function entryCondition(path: string, wanted: unknown, columns: Columns): SqlCondition {
  if (path === '$text')
    return matchCondition(toMatchExpression(wanted as string | TextSearch), EVERY, columns);
  if (path === '$rows') return matchCondition(toRowMatchExpression(wanted as RowComparison), NEVER, columns);
  if (path.startsWith('$')) return logicCondition(path, wanted as readonly Filter[], columns);
  parsePath(path);
  if (wanted === null || typeof wanted !== 'object') return equalCondition(path, wanted as Scalar, columns);
  return andSqlConditions(
    Object.entries(wanted as Comparison)
      .filter(([, value]) => value !== undefined)
      .map(([operator, value]) => comparison(path, operator, value, columns)),
  );
}

function logicCondition(operator: string, filters: readonly Filter[], columns: Columns): SqlCondition {
  if (!Array.isArray(filters)) throw new BadQuery(`${operator} needs a list of filters`);
  const conditions = filters.map((filter) => toSqlCondition(filter, columns));
  if (operator === '$and') return andSqlConditions(conditions);
  const any = joinConditions(conditions, ' OR ', '0');
  if (operator === '$or') return any;
  if (operator === '$nor') return { sql: `(${any.sql}) IS NOT TRUE`, values: any.values };
  throw new BadQuery(`unknown operator ${operator}`);
}

export function andSqlConditions(conditions: readonly SqlCondition[]): SqlCondition {
  return joinConditions(conditions, ' AND ', '1');
}

function joinConditions(conditions: readonly SqlCondition[], word: string, empty: string): SqlCondition {
  if (conditions.length === 0) return { sql: empty, values: [] };
  if (conditions.length === 1) return conditions[0]!;
  return {
    sql: `(${conditions.map((condition) => condition.sql).join(word)})`,
    values: conditions.flatMap((condition) => condition.values),
  };
}

/** `without`: for an empty match. */
function matchCondition(match: string | undefined, without: SqlCondition, columns: Columns): SqlCondition {
  if (match === undefined) return without;
  const { name, search, searchIsTested } = columns;
  if (!search) return NEVER;
  const row = `${searchIsTested ? '+' : ''}${name}.rowid`;
  return { sql: `${row} IN (SELECT rowid FROM ${search} WHERE ${search} MATCH ?)`, values: [match] };
}

const NEVER: SqlCondition = { sql: '0', values: [] };
const EVERY: SqlCondition = { sql: '1', values: [] };

const MAX_WORDS = 32;

/** FTS5, every word as a prefix. undefined: no word. */
export function toMatchExpression(search: string | TextSearch): string | undefined {
  const { text, restrictedPaths } =
    typeof search === 'string' ? { text: search, restrictedPaths: [] } : search;
  const words = [...splitWords([text])].slice(0, MAX_WORDS);
  const anywhere = (word: string) =>
    [word, ...restrictedPaths.map((path) => toRestrictedWord(path, word))]
      .map((each) => `"${each}"*`)
      .join(' OR ');
  return words.length === 0 ? undefined : words.map((word) => `(${anywhere(word)})`).join(' AND ');
}

function toRowMatchExpression({ path, match }: RowComparison): string | undefined {
  const { whole, beginnings } = toMatchWords(path, match);
  const words = [...whole.map((word) => `"${word}"`), ...beginnings.map((word) => `"${word}"*`)];
  return words.length === 0 ? undefined : words.join(' OR ');
}

function comparison(path: string, operator: string, value: unknown, columns: Columns): SqlCondition {
  switch (operator) {
    case '$eq':
      return equalCondition(path, value as Scalar, columns);
    case '$ne': {
      const { sql, values } = equalCondition(path, value as Scalar, columns);
      return { sql: `(${sql}) IS NOT TRUE`, values };
    }
    case '$in':
      return inCondition(path, value as readonly Scalar[], columns);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return rangeCondition(path, operator, value as string | number, columns);
    case '$prefix':
      return prefixCondition(path, String(value), columns);
    case '$contains':
      return containsCondition(path, requirePrintable(value), columns);
    default:
      throw new BadQuery(`unknown operator ${operator}`);
  }
}

/** SQLite would convert compared values. */
const isOfOneType = (path: string): boolean => path === 'id' || path === 'position';

function isColumnType(path: string, value: unknown): boolean {
  if (path === 'id') return typeof value === 'string';
  return path !== 'position' || typeof value === 'number';
}

function equalCondition(path: string, value: Scalar, columns: Columns): SqlCondition {
  if (!isColumnType(path, value)) return NEVER;
  const key = columns.key(path);
  return value === null
    ? { sql: `${key} IS NULL`, values: [] }
    : { sql: `${key} = ?`, values: [toSqlValue(value)] };
}

function inCondition(path: string, wanted: readonly Scalar[], columns: Columns): SqlCondition {
  const values = wanted.filter((value) => value !== null && isColumnType(path, value)).map(toSqlValue);
  const conditions: SqlCondition[] = [];
  if (wanted.includes(null)) conditions.push(equalCondition(path, null, columns));
  const [listed, bindable] =
    values.length > MAX_BOUND_VALUES ? partition(values, isExactInJson) : [[], values];
  const key = columns.key(path);
  if (listed.length > 0)
    conditions.push({ sql: `${key} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(listed)] });
  if (bindable.length > 0)
    conditions.push({ sql: `${key} IN (${bindable.map(() => '?').join(', ')})`, values: bindable });
  return joinConditions(conditions, ' OR ', '0');
}

/** SQLite allows 32,766 variables, and each length would be another cached statement. */
const MAX_BOUND_VALUES = 250;

/** SQLite reads some fractions from JSON inexactly. */
const isExactInJson = (value: SqlValue): boolean => typeof value === 'string' || Number.isSafeInteger(value);

const partition = <T>(
  all: readonly T[],
  test: (one: T) => boolean,
): readonly [readonly T[], readonly T[]] => [all.filter(test), all.filter((one) => !test(one))];

const SIGN = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

// Numbers sort below '' and strings below x'', which keeps a range within one type and one index scan.
function rangeCondition(
  path: string,
  operator: keyof typeof SIGN,
  value: string | number,
  columns: Columns,
): SqlCondition {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new BadQuery(`${operator} compares numbers or strings`);
  if (!isColumnType(path, value)) return NEVER;
  const key = columns.key(path);
  const compared = `${key} ${SIGN[operator]} ?`;
  // With two bounds, SQLite overestimates an index' selectivity.
  if (isOfOneType(path)) return { sql: compared, values: [toSqlValue(value)] };
  const above = operator === '$gt' || operator === '$gte';
  if (typeof value === 'number')
    return { sql: above ? `(${compared} AND ${key} < '')` : compared, values: [value] };
  return {
    sql: above ? `(${compared} AND ${key} < x'')` : `(${compared} AND ${key} >= '')`,
    values: [toSqlValue(value)],
  };
}

// Byte 0xff never occurs in UTF-8.
function prefixCondition(path: string, beginning: string, columns: Columns): SqlCondition {
  if (path === 'position') return NEVER;
  const key = columns.key(path);
  const from = toSqlValue(beginning) as string;
  const end = Buffer.concat([Buffer.from(from), Buffer.from([0xff])]);
  return { sql: `(${key} >= ? AND ${key} < CAST(? AS TEXT))`, values: [from, end] };
}

function containsCondition(path: string, text: string, columns: Columns): SqlCondition {
  if (path === 'position') return NEVER;
  const key = columns.key(path);
  // Without the type, SQLite would look in numbers and in the bytes of booleans.
  return { sql: `(typeof(${key}) = 'text' AND instr(${key}, ?) > 0)`, values: [text] };
}

export type SqlValue = null | number | string | Uint8Array;

const FALSE = new Uint8Array([0]);
const TRUE = new Uint8Array([1]);
const OTHER = new Uint8Array([2]);

/** Booleans are blobs, so that `true` is not 1. */
export function toSqlValue(value: ComparableValue): SqlValue {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return value === null || typeof value === 'number' ? value : OTHER;
}

const ODD = /[\x00\x01\ud800-\udfff]/;

// Some SQLite functions end texts at U+0000, and lone surrogates are no UTF-8. The escape keeps order and prefixes.
function escapeText(text: string): string {
  if (!ODD.test(text)) return text;
  const plain = text.toWellFormed();
  return /[\x00\x01]/.test(plain)
    ? plain.replace(/[\x00\x01]/g, (c) => (c === '\x00' ? '\x01\x01' : '\x01\x02'))
    : plain;
}

/** undefined for lists and objects. */
export function fromSqlValue(key: SqlValue): Scalar | undefined {
  if (typeof key === 'string')
    return key.replace(/\x01[\x01\x02]/g, (pair) => (pair === '\x01\x01' ? '\x00' : '\x01'));
  if (key instanceof Uint8Array) return key[0] === 2 ? undefined : key[0] === 1;
  return key;
}

export function toKeySql(path: string, columnOf: ReadonlyMap<string, string>): string {
  if (path === 'id' || path === 'position') return path;
  return columnOf.get(path) ?? `(${buildComparisonKeySql(path)})`;
}

export function toKeyColumnName(path: string): string {
  return `"key:${parsePath(path).join('.')}"`;
}

export function buildComparisonKeySql(path: string): string {
  const json = `'$.${parsePath(path)
    .map((segment) => `"${segment}"`)
    .join('.')}'`;
  const odd = String.raw`instr(document, '\u000') OR instr(document, '\ud')`;
  // SQLite would keep all digits of large integers, unlike JavaScript.
  return `CASE json_type(document, ${json})
    WHEN 'integer' THEN CAST(json_extract(document, ${json}) AS REAL)
    WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' WHEN 'array' THEN x'02' WHEN 'object' THEN x'02'
    WHEN 'text' THEN CASE WHEN ${odd} THEN key_of(document, '${path}') ELSE json_extract(document, ${json}) END
    ELSE json_extract(document, ${json}) END`;
}

export function computeComparisonKey(document: unknown, path: string): SqlValue {
  return toSqlValue(toComparableValue(getValueAt(document, path)));
}

export function defineComparisonKeyFunction(database: DatabaseSyncInstance): void {
  database.function('key_of', { deterministic: true }, (document: string, path: string) =>
    computeComparisonKey(JSON.parse(document), path),
  );
}
