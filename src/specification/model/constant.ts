// A business constant: its values in the course of time, by key or by conditions where it has several at once.
import type { SourceLocation } from './source-location.js';

export interface Constant {
  readonly key: string;
  readonly title: string;
  readonly kind: 'value' | 'by key' | 'table';
  /** Expression type of a value. */
  readonly type: string;
  /** by key: the field whose choices are its keys, as the document names it. */
  readonly by?: string;
  /** table: whose records its conditions look at. */
  readonly on?: string;
  /** Oldest first. Expressions see the typed value in force at `now`. */
  readonly values: readonly ConstantEntry[];
  /** Who may change it without a new version; undefined: nobody. */
  readonly changedBy?: { readonly roles: readonly string[]; readonly place: SourceLocation };
  readonly place: SourceLocation;
}

export interface ConstantEntry {
  /** For people. */
  readonly text: string;
  readonly from?: string;
  /** by key: what holds for each; `else` for all others. table: what holds where; the last without `when`. */
  readonly cells?: readonly { readonly key?: string; readonly when?: string; readonly text: string }[];
  /** Somebody set it on the page of constants; left out: the document says it. */
  readonly changed?: true;
}

/** Stands for all keys that have no value of their own. */
export const OTHER_KEYS = 'else';

/** Somebody changed a constant without publishing a version: from that day on. */
export interface ConstantChange {
  readonly constant: string;
  /** null: it has one value. */
  readonly key: string | null;
  /** As a document writes it. */
  readonly text: string;
  /** A day. */
  readonly from: string;
}
