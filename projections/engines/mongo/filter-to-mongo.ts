import type { Document, Filter as MongoFilter } from 'mongodb';
import {
  parsePath,
  requirePrintable,
  type Comparison,
  type Filter,
  type RowComparison,
  type TextSearch,
} from '#projections/port/query.js';
import { BadQuery } from '#projections/port/read-model-errors.js';
import { toRestrictedWord, toMatchWords } from '#projections/port/row-value-words.js';
import { splitWords } from '#projections/port/search-words.js';
import { encodePropertyKey, encodeText } from './bson-encoding.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface StoredDocument {
  readonly _id: string;
  readonly p: number;
  readonly d: Document;
  readonly w?: readonly string[];
}

export type MongoCondition = MongoFilter<StoredDocument>;

const NEVER: MongoCondition = { _id: { $in: [] } };
const MOST_WORDS = 32;

export function toStoredPath(path: string): string {
  const segments = parsePath(path);
  if (path === 'id') return '_id';
  if (path === 'position') return 'p';
  return `d.${segments.map(encodePropertyKey).join('.')}`;
}

export function andMongoConditions(conditions: readonly MongoCondition[]): MongoCondition {
  const real = conditions.filter((condition) => Object.keys(condition).length > 0);
  return real.length > 1 ? { $and: real } : (real[0] ?? {});
}

/** Throws `BadQuery`. */
export function toMongoCondition(filter: Filter): MongoCondition {
  return andMongoConditions(
    Object.entries(filter)
      .filter(([, wanted]) => wanted !== undefined)
      .map(([path, wanted]) => entryCondition(path, wanted)),
  );
}

function entryCondition(path: string, wanted: unknown): MongoCondition {
  if (path === '$text') return textCondition(wanted as string | TextSearch);
  if (path === '$rows') return rowsCondition(wanted as RowComparison);
  if (path.startsWith('$')) return logicCondition(path, wanted as readonly Filter[]);
  const stored = toStoredPath(path);
  if (wanted === null || typeof wanted !== 'object') return { [stored]: toStoredScalar(wanted) };
  return andMongoConditions(
    Object.entries(wanted as Comparison)
      .filter(([, value]) => value !== undefined)
      .map(([operator, value]) => comparison(stored, operator, value)),
  );
}

function logicCondition(operator: string, filters: readonly Filter[]): MongoCondition {
  if (!Array.isArray(filters)) throw new BadQuery(`${operator} needs a list of filters`);
  const conditions = filters.map((filter) => toMongoCondition(filter as Filter));
  if (operator === '$and') return andMongoConditions(conditions);
  if (operator === '$or') return conditions.length > 0 ? { $or: conditions } : NEVER;
  if (operator === '$nor') return conditions.length > 0 ? { $nor: conditions } : {};
  throw new BadQuery(`unknown operator ${operator}`);
}

/** Each word is a prefix. `$elemMatch` keeps both bounds on one element. */
function textCondition(search: string | TextSearch): MongoCondition {
  const { text, restrictedPaths } =
    typeof search === 'string' ? { text: search, restrictedPaths: [] } : search;
  const words = [...splitWords([text])].slice(0, MOST_WORDS);
  const begun = (word: string) => ({ w: { $elemMatch: prefixRange(encodeText(word)) } }) as MongoCondition;
  const anywhere = (word: string) =>
    restrictedPaths.length === 0
      ? begun(word)
      : { $or: [begun(word), ...restrictedPaths.map((path) => begun(toRestrictedWord(path, word)))] };
  return andMongoConditions(words.map(anywhere));
}

function rowsCondition({ path, match }: RowComparison): MongoCondition {
  const { whole, beginnings } = toMatchWords(path, match);
  const any = [
    ...(whole.length > 0 ? [{ w: { $in: whole.map(encodeText) } }] : []),
    ...beginnings.map((word) => ({ w: { $elemMatch: prefixRange(encodeText(word)) } })),
  ] as MongoCondition[];
  return any.length > 0 ? { $or: any } : NEVER;
}

function comparison(path: string, operator: string, value: unknown): MongoCondition {
  switch (operator) {
    case '$eq':
    case '$ne':
      return { [path]: { [operator]: toStoredScalar(value) } };
    case '$in':
      if (!Array.isArray(value)) throw new BadQuery('$in needs a list of values');
      return { [path]: { $in: value.map(toStoredScalar) } };
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (typeof value !== 'string' && typeof value !== 'number')
        throw new BadQuery(`${operator} compares numbers or strings`);
      return { [path]: { [operator]: toStoredScalar(value) } };
    default:
      return { [path]: textComparison(operator, value) };
  }
}

function textComparison(operator: string, value: unknown) {
  if (operator === '$prefix') return prefixRange(encodeText(String(value)));
  if (operator === '$contains') return { $regex: escapeRegularExpression(requirePrintable(value)) };
  throw new BadQuery(`unknown operator ${operator}`);
}

/** MongoDB would take non-scalars for operators. */
function toStoredScalar(value: unknown): Scalar {
  if (typeof value === 'string') return encodeText(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new BadQuery('filters compare with texts, numbers, true, false and null');
}

const escapeRegularExpression = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const LAST = 0x10ffff;

/** A text range always uses one index scan, unlike a regular expression. */
function prefixRange(text: string): { $gte: string; $lt?: string } {
  const points = Array.from(text, (sign) => sign.codePointAt(0)!);
  while (points.at(-1) === LAST) points.pop();
  const last = points.pop();
  if (last === undefined) return { $gte: text };
  // Lone surrogates never occur.
  const next = last === 0xd7ff ? 0xe000 : last + 1;
  return {
    $gte: text,
    $lt: points.map((point) => String.fromCodePoint(point)).join('') + String.fromCodePoint(next),
  };
}
