// How a document is stored in MongoDB: as itself, but for what BSON or MongoDB's filters would make something else of.
// Reversible, and no two documents become the same one.
import type { Document } from 'mongodb';
import type { Json } from '#projections/port/query.js';

/** A list is the only property of an object: MongoDB's filters look into lists, the port's do not. */
const LIST = '%list';
/** What is nested deeper is stored as its JSON text: MongoDB takes a hundred levels, and a list takes two. */
const JSON_TEXT = '%json';
const MAX_DEPTH = 40;
const EMPTY = '%empty';

/** U+FFFD, and what is not well-formed and would become it. */
const ODD_TEXT = /\ufffd|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const MARK = '\ufffd';
const SURROGATE = /[\ud800-\udfff\ufffd]/;

/** Keeps order and beginnings: unpaired surrogates sort as U+FFFD does. */
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
/** Names that JavaScript, BSON or its library give a meaning of their own. */
const RESERVED_KEYS = new Set(['__proto__', '_bsontype']);

/** As a property of a stored document, and in paths to it. */
export function encodeKey(key: string): string {
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

/** The document as `JSON.stringify` would tell it. Throws for what has no end. */
export function encodeValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'object' && value !== null) return encodeObject(value, depth);
  if (typeof value === 'string') return encodeText(value);
  if (typeof value === 'boolean') return value;
  // JSON knows no -0, and no numbers without an end.
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
      stored[encodeKey(key)] = encodeValue(item, depth + 1);
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
