// What can be asked of documents: a typed subset of MongoDB's filter language; and what every adapter needs to answer it: pages
// with their cursors, paths into documents, values that compare alike, and who asks.
import type { Scalar } from '#specification/model/stored-value.js';
import { BadQuery, BadCursor } from './read-model-errors.js';
import { contextVariable } from '#platform/awaiting.js';

/** Paths are dotted: `state`, `fields.amount`. A missing property equals null. */
export type Filter = {
  readonly $and?: readonly Filter[];
  readonly $or?: readonly Filter[];
  readonly $nor?: readonly Filter[];
  /** Full text: every word (as a prefix) has to occur in the document's text. */
  readonly $text?: string | TextSearch;
  /** Values in rows, of which the document has one at least. */
  readonly $rows?: RowComparison;
} & {
  readonly [path: string]: Scalar | Comparison | TextSearch | RowComparison | readonly Filter[] | undefined;
};

export interface TextSearch {
  readonly text: string;
  /** Paths that are searched besides, of those that the shape's `text` has as `apartPath`. */
  readonly restrictedPaths: readonly string[];
}

/** Values that are looked for. Ranges include their ends: whole numbers, days or moments. */
export type ValueMatch =
  | 'any'
  | { readonly among: ReadonlySet<Scalar> }
  | { readonly from: number; readonly until: number }
  | { readonly from: string; readonly until: string };

export interface RowComparison {
  /** Through a list of rows: `fields.lines.quantity`. The shape's `text` has its `valuesPath`. */
  readonly path: string;
  readonly match: ValueMatch;
}

export interface Comparison {
  readonly $eq?: Scalar;
  readonly $ne?: Scalar;
  readonly $in?: readonly Scalar[];
  /** Ranges compare within one type: numbers by value, strings by code point. null is in no range. */
  readonly $gt?: string | number;
  readonly $gte?: string | number;
  readonly $lt?: string | number;
  readonly $lte?: string | number;
  /** Strings that begin so. */
  readonly $prefix?: string;
}

export interface Query {
  readonly filter?: Filter;
  /**
   * One path; ties are broken by id in the same direction. null sorts lowest; with `emptyLast` it comes last in either direction.
   * Default: by id.
   */
  readonly sort?: { readonly path: string; readonly descending?: boolean; readonly emptyLast?: boolean };
  /** Where the page before ended (or, with `backwards`, where the page after began). */
  readonly cursor?: string;
  readonly backwards?: boolean;
  /** Nobody goes back from this page: whether there is one before it need not be found out. */
  readonly onwardOnly?: boolean;
  readonly limit: number;
}

export interface Page<Doc> {
  readonly documents: readonly Doc[];
  /** Cursor of the next page; undefined = this is the last. */
  readonly next?: string;
  /** Cursor of the page before; undefined = this is the first. */
  readonly previous?: string;
}

/** Nobody wants to know more exactly. */
export const DEFAULT_COUNT_LIMIT = 1_000;

/** What a collection should be quick at, and what is searchable in its documents. */
export interface CollectionShape {
  /** Paths filtered or sorted by, each list one index. */
  readonly indexes: readonly (readonly string[])[];
  /**
   * Paths whose words are searched by $text; arrays and objects count with all their strings; sealed values never. What is searched by $rows
   * stands here as `valuesPath`, what not everybody may read as `apartPath`.
   */
  readonly text: readonly string[];
  /** Documents never change once they are written: their words can be taken as they come. */
  readonly fixed?: boolean;
  /** Ids grow from one new document to the next: those that a search finds can be taken as they were written. */
  readonly inOrder?: boolean;
}

/** undefined: not known (yet), leave the collection as it is. The same object for as long as nothing changes. */
export type ShapeOf = (collection: string) => CollectionShape | undefined;

/** What an adapter found for one page. */
interface PageSlice<Doc> {
  /** In the direction that was walked. */
  readonly documents: readonly Doc[];
  /** Where the walk goes on; undefined: it has come to its end. */
  readonly ahead: Cursor | undefined;
  /** Where the way back begins; undefined: there is nothing before. */
  readonly behind: Cursor | undefined;
}

/** Whether a walk in the order of a query begins with what has no value there. */
export const isEmptyFirst = (sort: Query['sort']): boolean =>
  sort?.emptyLast !== true && sort?.descending !== true;

/** A page with its cursors, in the order that was asked for: what was walked backwards is turned round. */
export function toPage<Doc>({ backwards }: Query, { documents, ahead, behind }: PageSlice<Doc>): Page<Doc> {
  const [next, previous] = backwards === true ? [behind, ahead] : [ahead, behind];
  return {
    documents: backwards === true ? [...documents].reverse() : documents,
    ...(next && { next: encodeCursor(next) }),
    ...(previous && { previous: encodeCursor(previous) }),
  };
}

/** Where a page ended: the value sorted by, and the id that breaks ties. */
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

const PATH = /^[\w-]+(\.[\w-]+)*$/;
const knownPaths = new Map<string, readonly string[]>();

/** Of a dotted path: `state`, `fields.amount`. Throws `BadQuery` for what is no path: paths become part of statements. */
export function parsePath(path: string): readonly string[] {
  const known = knownPaths.get(path);
  if (known) return known;
  if (!PATH.test(path) || path.length > 200)
    throw new BadQuery(`“${path.slice(0, 200)}” is not a path into a document`);
  const made = path.split('.');
  if (knownPaths.size < 10_000) knownPaths.set(path, made);
  return made;
}

/** The value there; undefined where the document has none. */
export function getValueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const segment of parsePath(path)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, segment) ? (value as Record<string, unknown>)[segment] : undefined;
  }
  return value;
}

/** The values there, one of each row where the path leads through a list of rows. */
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

/** A value to compare by. Lists and objects equal no scalar and sort after all of them: `{}` stands for all. */
export type ComparableValue = Scalar | Record<string, never>;

export function toComparableValue(value: unknown): ComparableValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return value === undefined || value === null ? null : {};
}

export type Json = Scalar | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * Goes with a request through everything that it awaits, so that whoever answers can be fair and need not answer somebody who has
 * gone.
 */
export interface QueryContext {
  /** A person, or the address of somebody nobody knows. */
  readonly asker: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

const currentContext = contextVariable<QueryContext>();

/** Everything that `run` asks, now and later, is asked by them. */
export function withQueryContext<T>(asking: QueryContext, run: () => T): T {
  return currentContext.run(asking, run);
}

/** undefined: no request; Daybook itself. */
export const currentQueryContext = (): QueryContext | undefined => currentContext.get();
