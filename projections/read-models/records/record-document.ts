// Document of the read model `records`.
import type { ActionSignature, ApprovalRounds } from '#domain/record/approvals/approval-events.js';
import type { TimesInStates } from '#domain/record/lifecycle/times-in-states.js';
import type { Fields } from '#specification/model/stored-value.js';

export interface RecordDocument {
  readonly id: string;
  readonly position: number;
  readonly application: string;
  readonly entity: string;
  /** Version of the record's stream; forms return it as `seen`. */
  readonly version: number;
  readonly number: string | null;
  readonly title: string;
  readonly state: string;
  /** Since when it is in this state. */
  readonly stateSince: string;
  /** State → milliseconds of finished visits. */
  readonly timesInStates: TimesInStates;
  /** Stored values; personal ones sealed. */
  readonly fields: Fields;
  /** Folded texts to sort by: title, number and text fields. */
  readonly sort: Readonly<Record<string, string>>;
  readonly openedBy: string;
  readonly openedAt: string;
  readonly changedBy: string;
  /** Whose deputy that was; missing: none. */
  readonly changedFor?: string;
  readonly changedAt: string;
  readonly assignee: string | null;
  /** Approvals of pending actions; missing: none. */
  readonly rounds?: ApprovalRounds;
  /** Of taken actions, earliest first; missing: none. */
  readonly signatures?: readonly ActionSignature[];
  /** When values sealed with the record's own key were erased; missing: not erased. */
  readonly erasedAt?: string;
  readonly comments: number;
  /** States that actions led out of, each once; missing: none. */
  readonly left?: readonly string[];
  /** Number of calls and mails requested. */
  readonly calls: number;
  /** Version of the specification of its last move. */
  readonly specification: number;
}
