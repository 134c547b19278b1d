// Query: everything a record's page shows: the record, what may be done with it, what happened.
import {
  checkAssign,
  checkComment,
  checkEdit,
  checkFieldPermissions,
  type OfferedAction,
} from '#domain/record/lifecycle/offered-actions.js';
import type { SkippedCall, WaitingCall } from '#projections/read-models/calls/call-document.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import { createReason } from '#domain/refusal-reason.js';
import { type Reason } from '#domain/refusal.js';
import { RecordRef } from '#domain/stream-names.js';
import { Mentions, findNames, type Names } from '../names/mentions.js';
import { findChoices, findMatchingPeople, type ChoiceList } from '../lists/choices.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { type VisibleRecord } from '../visibility/visible-records.js';
import { findRecordHistory } from '../timeline/visible-events.js';
import { listPeopleInStep, describeSituation, type NextStep } from '../records/next-step.js';
import type { WaitingRound } from '../approvals/approval-rounds.js';
import { listApprovalsForOthers, type AwaitedAction } from '../approvals/waiting-for-person.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { RecordInScope } from '#specification/model/specification.js';
import { findRecordById, type RecordsQuestion } from '../records/records-view.js';
import { listCallsOfRecord, type EarlierDocument } from '../records/calls-of-record.js';
import { listRetries, type Retry } from '../scheduled/scheduled-items.js';
import { listNextTimers, type NextTimer } from '../scheduled/scheduled-timers.js';
import { findLastReason, type ExplainedAction } from './last-reason.js';
import { findLateness, type Lateness } from '../records/record-lateness.js';
import { listSignedActions, type SignedActions } from './signed-actions.js';
import type { VisibleEvent } from '../timeline/redact-event.js';

export interface RecordView {
  readonly seen: VisibleRecord;
  readonly names: Names;
  readonly offers: readonly OfferedAction[];
  readonly rounds: readonly WaitingRound[];
  readonly next: NextStep;
  /** What the viewer may approve for somebody whose deputy they are. */
  readonly forOthers: readonly AwaitedAction[];
  /** Why its fields cannot be changed; empty: they can. */
  readonly edit: readonly Reason[];
  /** Keys of the fields that the viewer may fill in, as long as the record can be changed. */
  readonly editable: ReadonlySet<string>;
  readonly mayComment: boolean;
  /** Whom it can be assigned to; undefined: not by this person. */
  readonly people?: ChoiceList;
  /** States it has been in before. */
  readonly reached: ReadonlySet<string>;
  /** What was signed is called as it was when it was signed. */
  readonly signed: SignedActions;
  /** Calls and mails that did not get through, or whose answer could not be used. */
  readonly calls: readonly RecordCall[];
  /** By what action it came into its state, and why. */
  readonly explained?: ExplainedAction;
  /** By what it is overdue; undefined: it is not. */
  readonly late?: Lateness;
  /** What comes next by itself. */
  readonly timers: readonly NextTimer[];
  readonly retries: readonly Retry[];
  readonly events: readonly VisibleEvent[];
  /** Names that the events mention. */
  readonly eventNames: Names;
  readonly historyMore?: string;
}

interface RecordCall {
  /** Its name in section 7. */
  readonly name: string;
  readonly status: WaitingCall['progress']['status'];
  /** undefined: the cause is technical, and the viewer neither runs nor audits Daybook. */
  readonly why?: string;
  readonly skipped?: SkippedCall;
  /** An admin has to decide about it. */
  readonly undecided?: true;
  /** ISO 8601: when it is tried again; undefined: not by itself. */
  readonly again?: string;
  /** What section 8 says of it. */
  readonly raised?: Reason;
}

export interface HistoryPart {
  /** Cursor of an earlier page of what happened. */
  readonly history?: string | undefined;
  readonly onlyComments?: boolean;
}

const EVENTS = 25;

interface Mentioned extends Pick<RecordView, 'rounds' | 'next' | 'forOthers' | 'timers'> {
  readonly calls: readonly WaitingCall[];
}

function peopleIn({ rounds, next, forOthers, calls, timers }: Mentioned): readonly (string | undefined)[] {
  return [
    ...rounds.flatMap(({ others }) => others),
    ...listPeopleInStep(next),
    ...forOthers.map(({ principal }) => principal),
    ...calls.map(({ skipped }) => skipped?.by),
    ...timers.flatMap(({ mail }) => mail?.to ?? []),
  ];
}

/**
 * What may be done with a record, what it waits for and what has happened. Throws `Refused` NOT_PERMITTED, NOT_FOUND; `BadCursor`.
 */
export async function viewRecord(
  sources: QueryDependencies,
  question: RecordsQuestion,
  id: string,
  { history, onlyComments }: HistoryPart = {},
): Promise<RecordView> {
  const found = await findRecordById(sources, question, id);
  const { question: running, seen, whole, document, now } = found;
  const { published, entity, viewer } = running;
  const { decisionContext, offers, rounds, next } = await describeSituation(sources, found);
  const record = RecordRef.of({ application: published.specification.key, entity: entity.key, id });
  const mentions = new Mentions();
  mentions.columns(entity, seen);
  const mayAssign = checkAssign(decisionContext, whole).length === 0;
  const forOthers = await listApprovalsForOthers(sources, running, document, now);
  const calls = await listCallsOfRecord(sources, record, document, running);
  const late = findLateness({ published, entity, record: seen, viewer, now });
  const timers = await listNextTimers(sources, { published, entity, record: seen });
  for (const person of peopleIn({ rounds, next, forOthers, calls, timers })) mentions.person(person);
  const [names, happened, people, reached, signed, explained] = await Promise.all([
    findNames(sources, published, mentions, viewer),
    findRecordHistory(sources, published, record, viewer, {
      cursor: history,
      limit: EVENTS,
      ...(onlyComments && { type: 'record.commented' }),
    }),
    mayAssign ? assigneesOf(sources, seen.assignee) : undefined,
    statesBefore(sources, record, document),
    listSignedActions(sources, published, record, seen.signatures),
    findLastReason(sources, running, seen),
  ]);
  return {
    seen,
    names,
    offers,
    rounds,
    next,
    forOthers,
    ...editingOf(decisionContext, whole, seen),
    mayComment: checkComment(decisionContext, whole).length === 0,
    ...(people && { people }),
    reached,
    signed,
    ...(explained && { explained }),
    ...(late && { late }),
    timers,
    retries: listRetries(calls, viewer),
    calls: calls.flatMap((call) =>
      recordCall(call, {
        raised: (code) => createReason(decisionContext, code, { record: whole }),
        operates: viewer.admin || viewer.auditor,
      }),
    ),
    events: happened.items,
    eventNames: happened.names,
    historyMore: happened.next,
  };
}

function editingOf(
  decisionContext: DecisionContext,
  whole: RecordInScope,
  { hidden }: VisibleRecord,
): Pick<RecordView, 'edit' | 'editable'> {
  const editable = decisionContext.entity.fields
    .filter((field) => !field.computed && getFieldType(field).why === undefined && !hidden.has(field.key))
    .filter(({ key }) => checkFieldPermissions(decisionContext, whole, [key]).length === 0);
  return {
    edit: checkEdit(decisionContext, whole),
    editable: new Set(editable.map(({ key }) => key)),
  };
}

/** Who it is assigned to stays among them. */
async function assigneesOf({ names }: QueryDependencies, assignee: string | null): Promise<ChoiceList> {
  const [people, known] = await Promise.all([names.listed(), names.of(assignee === null ? [] : [assignee])]);
  const name = assignee === null ? undefined : known.get(assignee);
  const title = typeof name === 'string' ? name : 'erased person';
  const chosen = assignee === null ? [] : [{ value: assignee, title }];
  return findChoices(findMatchingPeople(people), { text: '', chosen });
}

/** A document of an earlier version counts no calls, and does not say either which states its record has left: the timeline does. */
async function statesBefore(
  { readModels }: Pick<QueryDependencies, 'readModels'>,
  record: RecordRef,
  { left = [], calls }: EarlierDocument<'left'>,
): Promise<ReadonlySet<string>> {
  return new Set(
    calls === undefined ? await createTimelineReadModel(readModels).listStatesLeft(record.name) : left,
  );
}

function recordCall(
  { call, progress: { status }, open, why, due, error, skipped, undecided }: WaitingCall,
  { raised, operates }: { readonly raised: (code: string) => Reason; readonly operates: boolean },
): readonly RecordCall[] {
  if (skipped) return [{ name: call, status, why: skipped.reason, skipped }];
  if (undecided) return [{ name: call, status, undecided: true }];
  if (why === null) return [];
  const more = { ...(open && { again: due }), ...(error !== null && { raised: raised(error) }) };
  return [{ name: call, status, ...(operates && { why }), ...more }];
}
