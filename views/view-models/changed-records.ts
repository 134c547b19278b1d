// Records that concern the reader and that others have changed, the latest change first.
import type { TimeSpan } from '../format.js';

export interface ChangedRecordList {
  readonly rows: readonly ChangedRow[];
  /** There are, or may be, more. */
  readonly more: boolean;
  /** undefined: the page has no other part with the rest of them. */
  readonly rest?: RemainingChanges;
  /** Position of the log that marking everything as read marks. */
  readonly upTo: number;
}

/** Where all of them are shown. */
export interface RemainingChanges {
  readonly count: number;
  /** There are, or may be, more than were counted. */
  readonly isMore: boolean;
  readonly href: string;
}

export interface ChangedRow {
  readonly id: string;
  readonly href: string;
  readonly number: string | null;
  readonly title: string;
  /** What it is: “Request”, and where: “Purchase requests”. */
  readonly entity: string;
  readonly application: string;
  readonly who: string;
  /** `approved it`, or the title of an action. */
  readonly did: string;
  /** ISO 8601, and how long ago that was. */
  readonly at: string;
  readonly ago: TimeSpan;
}
