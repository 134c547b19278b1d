import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  checkAssign,
  checkComment,
  checkEdit,
  checkFieldPermissions,
} from '#domain/record/lifecycle/offered-actions.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import { createDeclaredReason } from '#domain/create-reason.js';
import { type Reason } from '#domain/refusal.js';
import { RecordRef } from '#domain/stream-names.js';
import { ReferencedIds, findReferenceNames } from '../names/find-names.js';
import { findChoices, findMatchingPeople, type ChoiceList } from '../lists/choices.js';
import { type VisibleRecord } from '../visibility/visible-records.js';
import { findRecordHistory } from '../timeline/event-history.js';
import { listPeopleInStep, describeSituation } from '../records/next-step.js';
import { listApprovalsAsDeputy } from '../approvals/awaited-actions.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { RecordInScope } from '#specification/model/specification.js';
import { findRecordById } from '../records/records-view.js';
import { listCallsOfRecord, type DocumentOfEarlierProjection } from '../records/list-calls-of-record.js';
import { listRetries } from '../scheduled/scheduled-items.js';
import { listNextTimers } from '../scheduled/scheduled-timers.js';
import { createFieldHistoryFilter } from './create-field-history-filter.js';
import { findLastReason } from './last-reason.js';
import { findLateness } from '../records/record-lateness.js';
import { findSignedActionTitles } from './signed-action-titles.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ViewRecord, type RecordView, type RecordCall } from './view-record.js';

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

@QueryHandler(ViewRecord)
export class ViewRecordHandler implements IQueryHandler<ViewRecord> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, id, part: { history, onlyComments, field } }: ViewRecord): Promise<RecordView> {
    const found = await findRecordById(this.sources, question, id);
    const { question: running, visible, whole, document, now } = found;
    const { published, entity, viewer } = running;
    const { decisionContext, offers, rounds, next } = await describeSituation(this.sources, found);
    const record = RecordRef.of({ application: published.specification.key, entity: entity.key, id });
    const eventsOf = entity.fields.find(({ key }) => key === field && !visible.hidden.has(key))?.key;
    const mentions = new ReferencedIds();
    mentions.columns(entity, visible);
    const mayAssign = checkAssign(decisionContext, whole).length === 0;
    const forOthers = await listApprovalsAsDeputy(this.sources, running, document, now);
    const calls = await listCallsOfRecord(this.sources, record, document, running);
    const late = findLateness({ published, entity, record: visible, viewer, now });
    const timers = await listNextTimers(this.sources, { published, entity, record: visible });
    for (const person of peopleIn({ rounds, next, forOthers, calls, timers })) mentions.person(person);
    const [names, happened, people, reached, signed, explained] = await Promise.all([
      findReferenceNames(this.sources, published, mentions, viewer),
      findRecordHistory(this.sources, published, record, viewer, {
        cursor: history,
        limit: EVENTS,
        ...(onlyComments && { type: 'record.commented' }),
        ...(eventsOf !== undefined && {
          among: await createFieldHistoryFilter(this.sources, published, {
            entity: entity.key,
            field: eventsOf,
          }),
        }),
      }),
      mayAssign ? assigneesOf(this.sources, visible.assignee) : undefined,
      statesBefore(this.sources, record, document),
      findSignedActionTitles(this.sources, published, record, visible.signatures),
      findLastReason(this.sources, running, visible),
    ]);
    return {
      visible,
      names,
      offers,
      rounds,
      next,
      forOthers,
      ...editingOf(decisionContext, whole, visible),
      mayComment: checkComment(decisionContext, whole).length === 0,
      ...(people && { people }),
      reached,
      ...(document.trace !== undefined && { trace: document.trace }),
      signed,
      ...(explained && { explained }),
      ...(late && { late }),
      timers,
      retries: listRetries(calls, viewer),
      calls: calls.flatMap((call) =>
        recordCall(call, {
          raised: (code) => createDeclaredReason(decisionContext, code, { record: whole }),
          operates: viewer.admin || viewer.auditor,
        }),
      ),
      ...(eventsOf !== undefined && { eventsOf }),
      events: happened.items,
      eventNames: happened.names,
      historyMore: happened.next,
    };
  }
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

/** The current assignee stays a choice. */
async function assigneesOf({ names }: QueryDependencies, assignee: string | null): Promise<ChoiceList> {
  const [people, known] = await Promise.all([names.listed(), names.of(assignee === null ? [] : [assignee])]);
  const name = assignee === null ? undefined : known.get(assignee);
  const title = typeof name === 'string' ? name : 'erased person';
  const chosen = assignee === null ? [] : [{ value: assignee, title }];
  return findChoices(findMatchingPeople(people), { text: '', chosen });
}

/** Documents of earlier projections lack calls and former states. */
async function statesBefore(
  { readModels }: Pick<QueryDependencies, 'readModels'>,
  record: RecordRef,
  { left = [], calls }: DocumentOfEarlierProjection<'left'>,
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
