// A typed subset of MongoDB's filters.
import type { Scalar } from '#specification/model/stored-value.js';
import { BadQuery, BadCursor } from './read-model-errors.js';
import { createContextVariable } from '#platform/context-variable.js';

/** Dotted paths: `fields.amount`. A missing property equals null. */
export type Filter = {
  readonly $and?: readonly Filter[];
  readonly $or?: readonly Filter[];
  readonly $nor?: readonly Filter[];
  /** Every word must occur, as a prefix. */
  readonly $text?: string | TextSearch;
  /** At least one row has the value. */
  readonly $rows?: RowComparison;
} & {
  readonly [path: string]: Scalar | Comparison | TextSearch | RowComparison | readonly Filter[] | undefined;
};

export interface TextSearch {
  readonly text: string;
  readonly restrictedPaths: readonly string[];
}

/** Ranges include their ends: whole numbers, days or instants. */
export type ValueMatch =
  | 'any'
  | { readonly among: ReadonlySet<Scalar> }
  | { readonly from: number; readonly until: number }
  | { readonly from: string; readonly until: string };

export interface RowComparison {
  /** Through rows: `fields.lines.quantity`. Needs `rowValuesPath` in the shape. */
  readonly path: string;
  readonly match: ValueMatch;
}

export interface Comparison {
  readonly $eq?: Scalar;
  readonly $ne?: Scalar;
  readonly $in?: readonly Scalar[];
  /** Within one type: numbers by value, strings by code point; never null. */
  readonly $gt?: string | number;
  readonly $gte?: string | number;
  readonly $lt?: string | number;
  readonly $lte?: string | number;
  readonly $prefix?: string;
  /** Printable text. Throws `BadQuery`. */
  readonly $contains?: string;
}

export interface Query {
  readonly filter?: Filter;
  /** Ties are broken by id in the same direction. null sorts lowest, or last with `emptyLast`. Default: by id. */
  readonly sort?: { readonly path: string; readonly descending?: boolean; readonly emptyLast?: boolean };
  /** End of the previous page or, with `backwards`, start of the next. */
  readonly cursor?: string;
  readonly backwards?: boolean;
  /** Skips finding out whether there is a page before. */
  readonly onwardOnly?: boolean;
  readonly limit: number;
}

export interface Page<Doc> {
  readonly documents: readonly Doc[];
  /** undefined: last page. */
  readonly next?: string;
  readonly previous?: string;
}

export const DEFAULT_COUNT_LIMIT = 1_000;

export interface CollectionIndexes {
  /** Each list of paths is one index. */
  readonly indexes: readonly (readonly string[])[];
  /** Includes all strings in arrays and objects, except sealed ones. `rowValuesPath`s serve $rows; `restrictedPath`s are searched only on request. */
  readonly text: readonly string[];
  /** Documents never change, so their words are indexed at once. */
  readonly fixed?: boolean;
  /** Ids grow with each document, so search results need no sorting. */
  readonly inOrder?: boolean;
}

/** undefined: leave the collection as it is. Returns the same object while nothing changes. */
export type FindIndexes = (collection: string) => CollectionIndexes | undefined;

interface PageSlice<Doc> {
  readonly documents: readonly Doc[];
  /** undefined: at the end. */
  readonly ahead: Cursor | undefined;
  /** undefined: nothing before. */
  readonly behind: Cursor | undefined;
}

export const areEmptyValuesFirst = (sort: Query['sort']): boolean =>
  sort?.emptyLast !== true && sort?.descending !== true;

export function toPage<Doc>({ backwards }: Query, { documents, ahead, behind }: PageSlice<Doc>): Page<Doc> {
  const [next, previous] = backwards === true ? [behind, ahead] : [ahead, behind];
  return {
    documents: backwards === true ? [...documents].reverse() : documents,
    ...(next && { next: encodeCursor(next) }),
    ...(previous && { previous: encodeCursor(previous) }),
  };
}

export interface Cursor {
  readonly value: ComparableValue;
  readonly id: string;
}

export function encodeCursor({ value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url');
}

/** Throws `BadCursor`. */
export function parseCursor(text: string): Cursor {
  const bad = new BadCursor('This page link is damaged. Go back to the first page.');
  if (text.length > 100_000 || !/^[\w-]+$/.test(text)) throw bad;
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw bad;
  }
  if (!Array.isArray(parsed) || parsed.length !== 2 || typeof parsed[1] !== 'string') throw bad;
  return { value: toComparableValue(parsed[0]), id: parsed[1] };
}

/** Engines treat control characters and lone surrogates differently. Throws `BadQuery`. */
export function requirePrintable(text: unknown): string {
  if (typeof text === 'string' && text.isWellFormed() && !/\p{Cc}/u.test(text)) return text;
  throw new BadQuery('$contains looks for printable texts');
}

const PATH = /^[\w-]+(\.[\w-]+)*$/;
const knownPaths = new Map<string, readonly string[]>();

/** Throws `BadQuery`, since paths become part of statements. */
export function parsePath(path: string): readonly string[] {
  const known = knownPaths.get(path);
  if (known) return known;
  if (!PATH.test(path) || path.length > 200)
    throw new BadQuery(`“${path.slice(0, 200)}” is not a path into a document`);
  const made = path.split('.');
  if (knownPaths.size < 10_000) knownPaths.set(path, made);
  return made;
}

export function getValueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const segment of parsePath(path)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, segment) ? (value as Record<string, unknown>)[segment] : undefined;
  }
  return value;
}

/** One per row where the path leads through a list. */
export function getValuesAt(document: unknown, path: string): readonly unknown[] {
  let values: readonly unknown[] = [document];
  for (const segment of parsePath(path)) {
    const rows = values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]));
    values = rows.flatMap((row) =>
      typeof row === 'object' && row !== null && Object.hasOwn(row, segment)
        ? [(row as Record<string, unknown>)[segment]]
        : [],
    );
  }
  return values;
}

/** Lists and objects sort after all scalars: `{}` stands for each. */
export type ComparableValue = Scalar | Record<string, never>;

export function toComparableValue(value: unknown): ComparableValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return value === undefined || value === null ? null : {};
}

export type Json = Scalar | readonly Json[] | { readonly [key: string]: Json | undefined };

/** For fair scheduling and cancelling; carried through asynchronous calls. */
export interface QueryContext {
  /** A person, or an anonymous visitor's address. */
  readonly asker: string;
  readonly signal?: AbortSignal;
}

const currentContext = createContextVariable<QueryContext>();

export function withQueryContext<T>(asking: QueryContext, run: () => T): T {
  return currentContext.run(asking, run);
}

/** undefined: Daybook itself. */
export const currentQueryContext = (): QueryContext | undefined => currentContext.get();
