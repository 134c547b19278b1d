import type { Trace } from '#domain/record/lifecycle/trace.js';
import { Query } from '@nestjs/cqrs';
import { type OfferedAction } from '#domain/record/lifecycle/offered-actions.js';
import type { SkippedCall, WaitingCall } from '#projections/read-models/calls/call-document.js';
import { type Reason } from '#domain/refusal.js';
import { type ReferenceNames } from '../names/find-names.js';
import { type ChoiceList } from '../lists/choices.js';
import { type VisibleRecord } from '../visibility/visible-records.js';
import { type NextStep } from '../records/next-step.js';
import type { WaitingRound } from '../approvals/approval-rounds.js';
import { type AwaitedAction } from '../approvals/awaited-actions.js';
import { type RecordsQuestion } from '../records/records-view.js';
import { type VisibleRetry } from '../scheduled/scheduled-items.js';
import { type VisibleTimer } from '../scheduled/scheduled-timers.js';
import { type ActionWithReason } from './last-reason.js';
import { type Lateness } from '../records/record-lateness.js';
import { type FindSignedActionTitle } from './signed-action-titles.js';
import type { VisibleEvent } from '../timeline/redact-event.js';

export interface RecordView {
  readonly visible: VisibleRecord;
  readonly names: ReferenceNames;
  readonly offers: readonly OfferedAction[];
  readonly rounds: readonly WaitingRound[];
  readonly next: NextStep;
  readonly forOthers: readonly AwaitedAction[];
  /** Empty: editable. */
  readonly edit: readonly Reason[];
  readonly editable: ReadonlySet<string>;
  readonly mayComment: boolean;
  /** undefined: not permitted. */
  readonly people?: ChoiceList;
  readonly reached: ReadonlySet<string>;
  /** undefined in documents of earlier projections. */
  readonly trace?: Trace;
  /** Named as when signed. */
  readonly signed: FindSignedActionTitle;
  /** Failed, or with unusable answers. */
  readonly calls: readonly RecordCall[];
  readonly explained?: ActionWithReason;
  /** undefined: not overdue. */
  readonly late?: Lateness;
  readonly timers: readonly VisibleTimer[];
  readonly retries: readonly VisibleRetry[];
  readonly eventsOf?: string;
  readonly events: readonly VisibleEvent[];
  readonly eventNames: ReferenceNames;
  readonly historyMore?: string;
}

export interface RecordCall {
  /** Name in section 7. */
  readonly name: string;
  readonly status: WaitingCall['progress']['status'];
  /** undefined: a technical cause, for operators only. */
  readonly why?: string;
  readonly skipped?: SkippedCall;
  /** An admin has to decide. */
  readonly undecided?: true;
  /** ISO 8601; undefined: none. */
  readonly again?: string;
  readonly raised?: Reason;
}

export interface HistoryPart {
  readonly history?: string | undefined;
  readonly onlyComments?: boolean;
  /** Ignored if hidden from the viewer. */
  readonly field?: string | undefined;
}

/** Throws `Refused` NOT_PERMITTED, NOT_FOUND; `BadCursor`. */
export class ViewRecord extends Query<RecordView> {
  constructor(
    readonly question: RecordsQuestion,
    readonly id: string,
    readonly part: HistoryPart = {},
  ) {
    super();
  }
}
