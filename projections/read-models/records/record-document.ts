// What the read model `records` holds of a record.
import type { ActionSignature, ApprovalRounds } from '#domain/record/approvals/approval-events.js';
import type { TimesInStates } from '#domain/record/lifecycle/times-in-states.js';
import type { Fields } from '#specification/model/stored-value.js';

export interface RecordDocument {
  readonly id: string;
  readonly position: number;
  readonly application: string;
  readonly entity: string;
  /** Version of the record's stream: goes into forms, and comes back as `seen`. */
  readonly version: number;
  readonly number: string | null;
  readonly title: string;
  readonly state: string;
  /** Since when it is in this state. */
  readonly stateSince: string;
  /** State → milliseconds of the visits that are over. */
  readonly timesInStates: TimesInStates;
  /** Stored values; personal ones still sealed. */
  readonly fields: Fields;
  /** Folded texts to sort by (case and accents do not count): title, number and text fields. */
  readonly sort: Readonly<Record<string, string>>;
  readonly openedBy: string;
  readonly openedAt: string;
  readonly changedBy: string;
  /** Whose deputy that was; left out where they acted for themselves. */
  readonly changedFor?: string;
  readonly changedAt: string;
  readonly assignee: string | null;
  /** What somebody has approved, or refused to, of what is not done yet; left out where that is nothing. */
  readonly rounds?: ApprovalRounds;
  /** Of actions that were taken, the earliest first; left out where there are none. */
  readonly signatures?: readonly ActionSignature[];
  /** What was sealed with the record's own key is erased; left out where it is not. */
  readonly erasedAt?: string;
  readonly comments: number;
  /** States that actions have led it out of, each once; left out where there are none. */
  readonly left?: readonly string[];
  /** So many calls and mails it has asked for. */
  readonly calls: number;
  /** Version of the specification it was last moved under. */
  readonly specification: number;
}
