import type { ActionSignature, ApprovalRounds } from '#domain/record/approvals/approval-events.js';
import type { TimesInStates } from '#domain/record/lifecycle/times-in-states.js';
import type { Trace } from '#domain/record/lifecycle/trace.js';
import type { Fields } from '#specification/model/stored-value.js';

export interface RecordDocument {
  readonly id: string;
  readonly position: number;
  readonly application: string;
  readonly entity: string;
  /** Of the record's stream; forms return it as `seen`. */
  readonly version: number;
  readonly number: string | null;
  readonly title: string;
  readonly state: string;
  readonly stateSince: string;
  /** Milliseconds of finished visits, by state. */
  readonly timesInStates: TimesInStates;
  /** For the map of the process; missing: built by version 9 of the projection or earlier. */
  readonly trace?: Trace;
  /** Equal for all records with the same moves. */
  readonly variant?: string;
  /** Personal ones sealed. */
  readonly fields: Fields;
  /** Folded texts: title, number and text fields. */
  readonly sort: Readonly<Record<string, string>>;
  readonly openedBy: string;
  readonly openedAt: string;
  readonly changedBy: string;
  readonly changedFor?: string;
  readonly changedAt: string;
  readonly assignee: string | null;
  /** Of pending actions. */
  readonly rounds?: ApprovalRounds;
  /** Of taken actions, earliest first. */
  readonly signatures?: readonly ActionSignature[];
  /** When values sealed with the record's own key were erased. */
  readonly erasedAt?: string;
  readonly comments: number;
  readonly left?: readonly string[];
  readonly calls: number;
  readonly specification: number;
}
