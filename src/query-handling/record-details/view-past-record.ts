import { Query } from '@nestjs/cqrs';
import type { ApprovalRound } from '#domain/record/approvals/approval-events.js';
import type { Value } from '#specification/model/stored-value.js';
import type { ReferenceNames } from '../names/find-names.js';
import type { RecordsQuestion } from '../records/records-view.js';
import type { EventWords, FieldAtTime, NameThenAndNow } from '../timeline/event-wording.js';
import type { VisibleEvent } from '../timeline/redact-event.js';
import type { Hidden, VisibleRecord } from '../visibility/visible-records.js';

/** Log position, included, or ISO 8601, excluded. */
export type RecordMoment = { readonly position: number } | { readonly before: string };

export interface PastField {
  readonly field: FieldAtTime;
  readonly value: Value | Hidden;
}

export interface PastRound extends Pick<ApprovalRound, 'votes'> {
  readonly action: NameThenAndNow;
  readonly needed: number;
}

/** Names of the version of that time, rights of today. */
export interface PastRecord {
  readonly words: EventWords;
  readonly number: string | null;
  /** Empty if it would reveal a hidden field. */
  readonly title: string;
  readonly state: string;
  readonly stateSince: string;
  readonly fields: readonly PastField[];
  readonly openedBy: string;
  readonly openedAt: string;
  readonly changedBy: string;
  readonly changedFor?: string;
  readonly changedAt: string;
  readonly assignee: string | null;
  /** Approvals and rejections of actions that were pending. */
  readonly rounds: readonly PastRound[];
  readonly specification: number;
}

export interface PastRecordView {
  readonly today: VisibleRecord;
  /** undefined: opened later. */
  readonly past?: PastRecord;
  readonly names: ReferenceNames;
  /** Newest first. */
  readonly events: readonly VisibleEvent[];
  readonly eventNames: ReferenceNames;
  readonly historyMore?: string;
  /** Position of the next visible event. */
  readonly later?: number;
}

/** Throws `Refused` NOT_PERMITTED, NOT_FOUND; `BadCursor`. */
export class ViewPastRecord extends Query<PastRecordView> {
  constructor(
    readonly question: RecordsQuestion,
    readonly id: string,
    readonly moment: RecordMoment,
    readonly history?: string,
  ) {
    super();
  }
}
