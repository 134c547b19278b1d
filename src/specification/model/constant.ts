import type { SourceLocation } from './source-location.js';

export interface Constant {
  readonly key: string;
  readonly title: string;
  readonly kind: 'value' | 'by key' | 'table';
  /** Expression type. */
  readonly type: string;
  /** Field whose choices are the keys. */
  readonly by?: string;
  /** Entity of a table's records. */
  readonly on?: string;
  /** Oldest first. */
  readonly values: readonly ConstantEntry[];
  readonly changedBy?: { readonly roles: readonly string[]; readonly place: SourceLocation };
  readonly place: SourceLocation;
}

export interface ConstantEntry {
  readonly text: string;
  readonly from?: string;
  /** by key: `else` for all others. table: the last row has no `when`. */
  readonly cells?: readonly { readonly key?: string; readonly when?: string; readonly text: string }[];
  /** true: on the page of constants. */
  readonly changed?: true;
}

/** Keys without a value. */
export const OTHER_KEYS = 'else';

export interface ConstantChange {
  readonly constant: string;
  /** null: a single value. */
  readonly key: string | null;
  /** As documents do. */
  readonly text: string;
  /** A day. */
  readonly from: string;
}
