// The read-model port as lists in memory, with which adapters are compared.
import {
  type ComparableValue,
  toComparableValue,
  getValueAt,
  getValuesAt,
  type Comparison,
  type Filter,
  type Query,
  type RowComparison,
  type TextSearch,
} from '#projections/port/query.js';
import { removePathMarker } from '#projections/port/row-value-words.js';
import { collectStrings, splitWords } from '#projections/port/search-words.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface Plain {
  readonly id: string;
  readonly position: number;
}

export function matching<Doc extends Plain>(
  all: readonly Doc[],
  filter: Filter,
  text: readonly string[],
): Doc[] {
  return all.filter((document) => matches(document, filter, text));
}

export function sorted<Doc extends Plain>(documents: readonly Doc[], sort: Query['sort']): Doc[] {
  const path = sort?.path ?? 'id';
  const byKey = [...documents].sort(
    (a, b) =>
      compare(toComparableValue(getValueAt(a, path)), toComparableValue(getValueAt(b, path))) ||
      compareText(a.id, b.id),
  );
  const ordered = sort?.descending ? byKey.reverse() : byKey;
  if (!sort?.emptyLast) return ordered;
  const isEmpty = (document: Doc) => toComparableValue(getValueAt(document, path)) === null;
  return [...ordered.filter((each) => !isEmpty(each)), ...ordered.filter(isEmpty)];
}

function matches(document: Plain, filter: Filter, text: readonly string[]): boolean {
  return Object.entries(filter).every(([path, wanted]) => {
    if (path === '$text') return hasWords(document, wanted as string | TextSearch, text);
    if (path === '$rows') return hasInRows(document, wanted as RowComparison);
    const nested = (wanted as readonly Filter[] | undefined) ?? [];
    if (path === '$and') return nested.every((each) => matches(document, each, text));
    if (path === '$or') return nested.some((each) => matches(document, each, text));
    if (path === '$nor') return !nested.some((each) => matches(document, each, text));
    return matchesValue(
      toComparableValue(getValueAt(document, path)),
      wanted as Scalar | Comparison | undefined,
    );
  });
}

function matchesValue(value: ComparableValue, wanted: Scalar | Comparison | undefined): boolean {
  if (wanted === undefined) return true;
  if (wanted === null || typeof wanted !== 'object') return value === wanted;
  return Object.entries(wanted).every(([operator, to]) => {
    const inRange = (sign: (order: number) => boolean) =>
      typeof value === typeof to && typeof value !== 'object' && sign(compare(value, to as Scalar));
    switch (operator) {
      case '$eq':
        return value === to;
      case '$ne':
        return value !== to;
      case '$in':
        return (to as readonly Scalar[]).includes(value as Scalar);
      case '$gt':
        return inRange((order) => order > 0);
      case '$gte':
        return inRange((order) => order >= 0);
      case '$lt':
        return inRange((order) => order < 0);
      case '$lte':
        return inRange((order) => order <= 0);
      case '$prefix':
        return typeof value === 'string' && value.startsWith(String(to));
      case '$contains':
        return typeof value === 'string' && value.includes(String(to));
      default:
        throw new Error(operator);
    }
  });
}

function hasInRows(document: Plain, { path, match }: RowComparison): boolean {
  const values = getValuesAt(document, path).filter((value) => value !== null && typeof value !== 'object');
  return values.some((value) => {
    if (match === 'any') return true;
    if ('among' in match) return match.among.has(value as Scalar);
    return typeof value === typeof match.from && match.from <= value! && value! <= match.until;
  });
}

function hasWords(document: Plain, wanted: string | TextSearch, text: readonly string[]): boolean {
  const { text: search, restrictedPaths } =
    typeof wanted === 'string' ? { text: wanted, restrictedPaths: [] } : wanted;
  const words = [...text.filter((path) => path === removePathMarker(path)), ...restrictedPaths].flatMap(
    (path) => [...splitWords(collectStrings(getValuesAt(document, path)))],
  );
  return [...splitWords([search])].every((each) => words.some((word) => word.startsWith(each)));
}

/** null < numbers < strings by code point < false < true < lists and objects. */
export function compare(a: ComparableValue, b: ComparableValue): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0) return ranks;
  if (typeof a === 'number') return a - (b as number);
  return typeof a === 'string' ? compareText(a, b as string) : 0;
}

function rank(value: ComparableValue): number {
  if (value === null) return 0;
  if (typeof value === 'number') return 1;
  if (typeof value === 'string') return 2;
  if (typeof value === 'boolean') return value ? 4 : 3;
  return 5;
}

function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
