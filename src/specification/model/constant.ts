// A business constant: its values in the course of time, by key or by conditions where it has several at once.
import type { SourceLocation } from './source-location.js';

export interface Constant {
  readonly key: string;
  readonly title: string;
  readonly kind: 'value' | 'by key' | 'table';
  /** Expression type of a value. */
  readonly type: string;
  /** by key: the field whose choices are the keys. */
  readonly by?: string;
  /** table: entity of the records its conditions evaluate. */
  readonly on?: string;
  /** Oldest first. Expressions see the typed value in force at `now`. */
  readonly values: readonly ConstantEntry[];
  /** Roles that may change it without a new version; undefined: none. */
  readonly changedBy?: { readonly roles: readonly string[]; readonly place: SourceLocation };
  readonly place: SourceLocation;
}

export interface ConstantEntry {
  /** For people. */
  readonly text: string;
  readonly from?: string;
  /** by key: what holds for each; `else` for all others. table: what holds where; the last without `when`. */
  readonly cells?: readonly { readonly key?: string; readonly when?: string; readonly text: string }[];
  /** true: set on the page of constants, not by the document. */
  readonly changed?: true;
}

/** Stands for all keys that have no value of their own. */
export const OTHER_KEYS = 'else';

/** A change of a constant without a new version, valid from a day on. */
export interface ConstantChange {
  readonly constant: string;
  /** null: it has one value. */
  readonly key: string | null;
  /** As a document writes it. */
  readonly text: string;
  /** A day. */
  readonly from: string;
}
