// Request bodies: forms and JSON, bounded, in UTF-8, and nothing in them that could pass for something else.
import { isUtf8 } from 'node:buffer';
import { raw, type Request, type RequestHandler } from 'express';
import { refused } from './built-in.js';

/** A posted form: the name of an input → what was typed. Of a repeated name the last one counts. */
export type Form = Readonly<Record<string, string>>;

const MAX_BYTES = 1024 * 1024;
const MAX_PARAMETERS = 20_000;
/** Names side by side, or rows of a table: no entity has as many fields, and nobody looks through as many rows. */
const MAX_BESIDE = 1_000;
const FORM = 'application/x-www-form-urlencoded';

/** Reads the body into `request.body`: a `Form`, or the JSON value; undefined where there is none. */
export function readBody(): RequestHandler {
  const read = raw({ type: () => true, limit: MAX_BYTES });
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    read(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error);
      try {
        request.body = understood(request);
        next();
      } catch (refusal) {
        next(refusal);
      }
    });
  };
}

function understood(request: Request): unknown {
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw refused('BAD_REQUEST', { why: 'it is not in UTF-8' });
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type === FORM) return parseForm(bytes.toString('utf8'));
  if (type === 'application/json' || type.endsWith('+json')) return parseJson(bytes.toString('utf8'));
  throw refused('BAD_REQUEST', { why: 'it is neither a form nor JSON' });
}

/** Throws `Refused` for broken encodings and for more parameters than any form has. */
export function parseForm(text: string): Form {
  const form = Object.create(null) as Record<string, string>;
  const beside = new Beside();
  const pairs = text.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS) throw refused('TOO_LARGE_REQUEST', { max: `${MAX_PARAMETERS} inputs` });
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    beside.add(name);
    form[name] = equals < 0 ? '' : decoded(pair.slice(equals + 1));
  }
  return form;
}

/** Counts what stands beside each other in a form: fields, the rows of each table, and the cells of each row. */
class Beside {
  private readonly seen = new Set<string>();
  private readonly counts = new Map<string, number>();

  /** `lines.0.price` is a cell of a row of a table. Throws `Refused`. */
  add(name: string): void {
    const [field = '', row, ...cell] = name.split('.');
    this.count('', field);
    if (row !== undefined) this.count(field, `${field}.${row}`);
    if (cell.length > 0) this.count(`${field}.${row}`, name);
  }

  private count(above: string, name: string): void {
    if (this.seen.has(name)) return;
    this.seen.add(name);
    const count = (this.counts.get(above) ?? 0) + 1;
    this.counts.set(above, count);
    if (count > MAX_BESIDE) throw tooManyBeside();
  }
}

const tooManyBeside = () => refused('TOO_LARGE_REQUEST', { max: `${MAX_BESIDE} names or rows` });

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refused('BAD_REQUEST', { why: 'a character in it is not encoded as it should be' });
  }
}

/** No record has as many values; deeper, nothing of ours is. */
const MAX_VALUES = 30_000;
const MAX_DEPTH = 32;

/** Throws `Refused` before anything is made of it: `[[[[…` would go deeper than any walk through it could follow. */
function refuseOversized(text: string): void {
  /** Of each `[` and `{` that is open: how many values stand in it. */
  const open: number[] = [];
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === ']' || character === '}') open.pop();
    else if (character === '[' || character === '{') open.push(1);
    else if (character === ',') open.push((open.pop() ?? 0) + 1);
    else continue;
    values += character === ',' || character === '[' || character === '{' ? 1 : 0;
    refuseBeyond(open, values);
  }
}

function refuseBeyond(open: readonly number[], values: number): void {
  if (open.length > MAX_DEPTH)
    throw refused('BAD_REQUEST', { why: `it is nested more than ${MAX_DEPTH} deep` });
  if (values > MAX_VALUES) throw refused('TOO_LARGE_REQUEST', { max: `${MAX_VALUES} values` });
  if ((open.at(-1) ?? 0) > MAX_BESIDE) throw tooManyBeside();
}

/** Of its closing quote; of the text where there is none. */
function endOfString(text: string, from: number): number {
  let index = from + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}

export function parseJson(text: string): unknown {
  refuseOversized(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused('BAD_REQUEST', { why: 'it is not valid JSON' });
  }
  // Half a surrogate pair cannot be stored as UTF-8; it can only come in by an escape.
  if (/\\u[dD][89a-fA-F]/.test(text) && !wellFormed(value)) {
    throw refused('BAD_REQUEST', { why: 'a character in it is only half there' });
  }
  return value;
}

/** Goes no deeper than `MAX_DEPTH`. */
function wellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => wellFormed(key) && wellFormed(inner));
}
