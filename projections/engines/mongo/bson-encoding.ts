import type { Document } from 'mongodb';
import type { Json } from '#projections/port/query.js';

/** Lists are wrapped in an object, since MongoDB's filters look into lists and the port's do not. */
const LIST = '%list';
/** MongoDB allows a hundred levels, and lists take two; deeper values are JSON text. */
const JSON_TEXT = '%json';
const MAX_DEPTH = 40;
const EMPTY = '%empty';

/** U+FFFD, and lone surrogates, which would become it. */
const ODD_TEXT = /\ufffd|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const MARK = '\ufffd';
const SURROGATE = /[\ud800-\udfff\ufffd]/;

/** Keeps order and prefixes. */
export function encodeText(text: string): string {
  if (!SURROGATE.test(text)) return text;
  return text.replace(ODD_TEXT, (odd) => MARK + (odd === MARK ? MARK : odd.charCodeAt(0).toString(16)));
}

export function decodeText(stored: string): string {
  if (!stored.includes(MARK)) return stored;
  return stored.replace(/\ufffd(\ufffd|[0-9a-f]{4})/g, (_, rest: string) =>
    rest === MARK ? MARK : String.fromCharCode(parseInt(rest, 16)),
  );
}

const PLAIN_KEY = /^[\w-]+$/;
const RESERVED_KEYS = new Set(['__proto__', '_bsontype']);

export function encodePropertyKey(key: string): string {
  if (PLAIN_KEY.test(key) && !RESERVED_KEYS.has(key)) return key;
  if (key === '') return EMPTY;
  const escaped = encodeText(key).replace(/[%.$\0]/g, (sign) => hex(sign));
  return RESERVED_KEYS.has(key) ? hex('_') + escaped.slice(1) : escaped;
}

const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;

function decodeKey(stored: string): string {
  if (stored === EMPTY) return '';
  const text = stored.includes('%')
    ? stored.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : stored;
  return decodeText(text);
}

/** Follows `JSON.stringify`. Throws for cycles. */
export function encodeValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'object' && value !== null) return encodeObject(value, depth);
  if (typeof value === 'string') return encodeText(value);
  if (typeof value === 'boolean') return value;
  // JSON has no -0, NaN or infinities.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : null;
}

function encodeObject(value: object, depth: number): unknown {
  if (depth >= MAX_DEPTH) return { [JSON_TEXT]: encodeText(JSON.stringify(value)) };
  if (Array.isArray(value)) return { [LIST]: value.map((item) => encodeValue(item, depth + 1)) };
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return encodeValue((value.toJSON as () => unknown)(), depth);
  const stored: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value) as [string, unknown][])
    if (item !== undefined && typeof item !== 'function')
      stored[encodePropertyKey(key)] = encodeValue(item, depth + 1);
  return stored;
}

export function decodeDocument(stored: unknown): Json {
  if (typeof stored === 'string') return decodeText(stored);
  if (typeof stored !== 'object' || stored === null) return stored as Json;
  if (LIST in stored) return (stored[LIST] as unknown[]).map(decodeDocument);
  if (JSON_TEXT in stored) return JSON.parse(decodeText(stored[JSON_TEXT] as string)) as Json;
  const document: Record<string, Json> = {};
  for (const [key, item] of Object.entries(stored as Document)) {
    const name = decodeKey(key);
    if (name === '__proto__')
      Object.defineProperty(document, name, {
        value: decodeDocument(item),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else document[name] = decodeDocument(item);
  }
  return document;
}
