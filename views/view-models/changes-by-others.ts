import type { TimeSpan } from '../format.js';

export interface ChangedRecordList {
  readonly rows: readonly ChangedRow[];
  readonly more: boolean;
  readonly rest?: RemainingChanges;
  readonly upTo: number;
}

export interface RemainingChanges {
  readonly count: number;
  /** The count is a lower bound. */
  readonly isMore: boolean;
  readonly href: string;
}

export interface ChangedRow {
  readonly id: string;
  readonly href: string;
  readonly number: string | null;
  readonly title: string;
  readonly entity: string;
  readonly application: string;
  readonly who: string;
  readonly did: string;
  /** ISO 8601. */
  readonly at: string;
  readonly ago: TimeSpan;
}
