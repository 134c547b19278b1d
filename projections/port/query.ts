// What can be asked of documents: a typed subset of MongoDB's filter language.
import type { Scalar } from '#specification/value.js';

export type Json = Scalar | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Paths are dotted: `state`, `fields.amount`. A missing property equals null. */
export type Filter = {
  readonly $and?: readonly Filter[];
  readonly $or?: readonly Filter[];
  readonly $nor?: readonly Filter[];
  /** Full text: every word (as a prefix) has to occur in the document's text. */
  readonly $text?: string;
} & { readonly [path: string]: Scalar | Comparison | readonly Filter[] | undefined };

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
  /** One path; ties are broken by id in the same direction. null sorts lowest. Default: by id. */
  readonly sort?: { readonly path: string; readonly descending?: boolean };
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

/** What a collection should be quick at, and what is searchable in its documents. */
export interface CollectionShape {
  /** Paths filtered or sorted by, each list one index. */
  readonly indexes: readonly (readonly string[])[];
  /** Paths whose words are searched by $text; arrays and objects count with all their strings; sealed values never. */
  readonly text: readonly string[];
  /** Documents never change once they are written: their words can be taken as they come. */
  readonly fixed?: boolean;
  /** Ids grow from one new document to the next: those that a search finds can be taken as they were written. */
  readonly inOrder?: boolean;
}

/** undefined: not known (yet), leave the collection as it is. The same object for as long as nothing changes. */
export type ShapeOf = (collection: string) => CollectionShape | undefined;

/** Nobody wants to know more exactly. */
export const COUNTED = 1_000;
