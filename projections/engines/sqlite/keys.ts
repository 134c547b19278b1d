// How a document's value is compared in SQLite: null < numbers < strings by code point < false < true < lists and objects.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type ComparableValue, comparableValue, segmentsOf, valueAt } from '#projections/port/path.js';
import type { Scalar } from '#specification/value.js';

export type SqlValue = null | number | string | Uint8Array;

const FALSE = new Uint8Array([0]);
const TRUE = new Uint8Array([1]);
const OTHER = new Uint8Array([2]);

/** The value as SQLite stores and compares it. Booleans are blobs, so that `true` is not 1. */
export function bound(value: ComparableValue): SqlValue {
  if (typeof value === 'string') return boundText(value);
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return value === null || typeof value === 'number' ? value : OTHER;
}

/** Only these need a closer look. */
const ODD = /[\x00\x01\ud800-\udfff]/;

// SQLite's texts end at U+0000 for some of its functions, and unpaired surrogates are no UTF-8.
// The escape keeps order and prefixes: U+0000 < U+0001 < the rest.
function boundText(text: string): string {
  if (!ODD.test(text)) return text;
  const plain = text.toWellFormed();
  return /[\x00\x01]/.test(plain)
    ? plain.replace(/[\x00\x01]/g, (c) => (c === '\x00' ? '\x01\x01' : '\x01\x02'))
    : plain;
}

/** What was bound; undefined for lists and objects. */
export function unbound(key: SqlValue): Scalar | undefined {
  if (typeof key === 'string')
    return key.replace(/\x01[\x01\x02]/g, (pair) => (pair === '\x01\x01' ? '\x00' : '\x01'));
  if (key instanceof Uint8Array) return key[0] === 2 ? undefined : key[0] === 1;
  return key;
}

/** Name of the column that holds a path's key. */
export function keyColumn(path: string): string {
  return `"key:${segmentsOf(path).join('.')}"`;
}

/** The key of a path that has no column, out of the document. */
export function keyExpression(path: string): string {
  const json = `'$.${segmentsOf(path)
    .map((segment) => `"${segment}"`)
    .join('.')}'`;
  const odd = String.raw`instr(document, '\u000') OR instr(document, '\ud')`;
  // As JavaScript reads it: SQLite takes whole numbers of nineteen digits as they are written.
  return `CASE json_type(document, ${json})
    WHEN 'integer' THEN CAST(json_extract(document, ${json}) AS REAL)
    WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' WHEN 'array' THEN x'02' WHEN 'object' THEN x'02'
    WHEN 'text' THEN CASE WHEN ${odd} THEN key_of(document, '${path}') ELSE json_extract(document, ${json}) END
    ELSE json_extract(document, ${json}) END`;
}

/** Key of a document's value at a path. */
export function keyOf(document: unknown, path: string): SqlValue {
  return bound(comparableValue(valueAt(document, path)));
}

/** Lets statements on this connection use `keyExpression`. */
export function defineKeyFunction(database: DatabaseSyncInstance): void {
  database.function('key_of', { deterministic: true }, (document: string, path: string) =>
    keyOf(JSON.parse(document), path),
  );
}
