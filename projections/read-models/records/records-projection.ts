// One collection per application and entity (`purchasing.Request`).
import { type RecordedEvent, getEffectiveTime } from '#domain/event.js';
import {
  evolveRounds,
  removeEndedRounds,
  listRoundSignatures,
  type FoldableApprovalEvent,
  type ApprovalRounds,
  type FieldChanges,
} from '#domain/record/approvals/approval-events.js';
import {
  computeSpecificationVersion,
  computeStateSince,
  type RecordEvent,
} from '#domain/record/record-events.js';
import { migrateRounds, migrateValues } from '#domain/record/migration/migration-events.js';
import { addVisit } from '#domain/record/lifecycle/times-in-states.js';
import { appendMove, startTrace } from '#domain/record/lifecycle/trace.js';
import { parseRecordStream } from '#domain/stream-names.js';
import type { Fields, Value } from '#specification/model/stored-value.js';
import type { Projection } from '#projections/port/projection.js';
import { toNaturalSortKey, toSortKey } from '#projections/port/search-words.js';
import { assertRecordEventShape } from './assert-record-event-shape.js';
import type { RecordDocument } from './record-document.js';
import { migrateHistory, migrateStateTimes, migrateTrace, addDistinctState } from './migrate-history.js';
import { toTraceAndVariant } from './trace-variant.js';
import { createSortKeys, withSortKeys } from './record-sort-keys.js';

export const formatRecordsCollectionName = (application: string, entity: string) =>
  `${application}.${entity}`;

export const recordsProjection: Projection<RecordDocument> = {
  name: 'records',
  version: 10,
  types: ['record.'],
  targets(event) {
    const stream = event.type.startsWith('record.') && parseRecordStream(event.stream);
    return stream
      ? [{ collection: formatRecordsCollectionName(stream.application, stream.entity), id: stream.id }]
      : [];
  },
  apply(document, recorded) {
    assertRecordEventShape(recorded);
    const event = recorded as RecordedEvent<RecordEvent>;
    if (event.type === 'record.opened') return createRecordDocument(event as RecordedOpening);
    return document && applyRecordEvent(document, event);
  },
};

const positionOf = ({ position, version }: RecordedEvent) => ({ position, version });

type RecordedOpening = RecordedEvent<Extract<RecordEvent, { type: 'record.opened' }>>;

function createRecordDocument(event: RecordedOpening): RecordDocument {
  const { application, entity, id } = parseRecordStream(event.stream)!;
  const { number, title, state, fields } = event.data;
  const at = getEffectiveTime(event);
  return {
    id,
    position: event.position,
    application,
    entity,
    version: event.version,
    number,
    title,
    state,
    stateSince: at,
    timesInStates: {},
    ...toTraceAndVariant(startTrace(state, at)),
    fields,
    sort: {
      title: toSortKey(title),
      number: number === null ? '' : toNaturalSortKey(number),
      ...createSortKeys(fields),
    },
    openedBy: event.metadata.actor,
    openedAt: at,
    changedBy: event.metadata.actor,
    changedAt: at,
    assignee: null,
    comments: 0,
    calls: 0,
    specification: computeSpecificationVersion(0, event),
  };
}

function applyRecordEvent(document: RecordDocument, event: RecordedEvent<RecordEvent>): RecordDocument {
  return isApproval(event)
    ? applyApproval(document, event)
    : applyOtherEvent(document, event as RecordedEvent<OtherRecordEvent>);
}

function applyOtherEvent(document: RecordDocument, event: RecordedEvent<OtherRecordEvent>): RecordDocument {
  switch (event.type) {
    case 'record.changed': {
      const { changes, title } = event.data as RecordEventPayload<'record.changed'>;
      return applyChanges(document, event, { changes, title, state: document.state });
    }
    case 'record.action-taken':
      return applyAction(document, event, event.data as RecordEventPayload<'record.action-taken'>);
    case 'record.commented':
      // Comments do not count as changes, so `changedAt` stays.
      return { ...document, ...positionOf(event), comments: document.comments + 1 };
    case 'record.assigned':
      return {
        ...withLastChange(document, event),
        assignee: (event.data as RecordEventPayload<'record.assigned'>).to,
      };
    case 'record.erased':
      return { ...document, ...positionOf(event), erasedAt: getEffectiveTime(event) };
    case 'record.call-requested':
      return { ...document, ...positionOf(event), calls: document.calls + 1 };
    case 'record.migrated':
      return applyMigration(document, event, event.data as RecordEventPayload<'record.migrated'>);
    default:
      return { ...document, ...positionOf(event) };
  }
}

function applyMigration(
  document: RecordDocument,
  event: RecordedEvent<RecordEvent>,
  data: RecordEventPayload<'record.migrated'>,
): RecordDocument {
  const isMoved = data.state !== undefined && !data.state.renamed;
  const fields = migrateValues(document.fields, data);
  const { title = '', number = '' } = document.sort;
  const after = {
    ...document,
    ...positionOf(event),
    specification: computeSpecificationVersion(document.specification, event),
    state: data.state?.to ?? document.state,
    fields,
    sort: { title, number, ...createSortKeys(fields) },
    ...migrateHistory(document, data),
    ...migrateStateTimes(document, event, data),
    ...migrateTrace(document, event, data),
  };
  return withRounds(after, isMoved ? {} : migrateRounds(document.rounds ?? {}, data));
}

type StoredApproval = RecordedEvent<RecordEvent> & FoldableApprovalEvent;
// Openings are handled in `apply`.
type OtherRecordEvent = Exclude<
  RecordEvent,
  { readonly type: FoldableApprovalEvent['type'] | 'record.opened' }
>;

const isApproval = (event: RecordedEvent<RecordEvent>): event is StoredApproval =>
  event.type.startsWith('record.approval');

function applyApproval(document: RecordDocument, event: StoredApproval): RecordDocument {
  const rounds = evolveRounds(document.rounds ?? {}, event);
  if (event.type !== 'record.approval-given') return withRounds(withLastChange(document, event), rounds);
  const { changes = {}, title } = event.data;
  return withRounds(applyChanges(document, event, { changes, title, state: document.state }), rounds);
}

function applyAction(
  document: RecordDocument,
  event: RecordedEvent<RecordEvent>,
  data: RecordEventPayload<'record.action-taken'>,
): RecordDocument {
  const { changes, title, from, to, action, signature } = data;
  const rounds = document.rounds ?? {};
  const { actor, onBehalfOf } = event.metadata;
  const own = signature
    ? [{ ...signature, action, signedBy: actor, ...(onBehalfOf !== undefined && { for: onBehalfOf }) }]
    : [];
  const inRound = Object.hasOwn(rounds, action) ? listRoundSignatures(action, rounds[action]!) : [];
  const signatures = [...(document.signatures ?? []), ...inRound, ...own];
  const at = getEffectiveTime(event);
  const stateSince = computeStateSince(document.stateSince, data, at);
  const { timesInStates: times } = document;
  const timesInStates =
    from === to ? times : addVisit(times, { state: from, stateSince: document.stateSince }, at);
  const left = addDistinctState(document.left, from);
  const after = {
    ...applyChanges(document, event, { changes, title, state: to }),
    stateSince,
    timesInStates,
    left,
    ...(document.trace !== undefined &&
      toTraceAndVariant(appendMove(document.trace, { action, from, to }, at))),
  };
  return withRounds(
    { ...after, ...(signatures.length > 0 && { signatures }) },
    removeEndedRounds(rounds, data),
  );
}

function withRounds({ rounds: _, ...document }: RecordDocument, rounds: ApprovalRounds): RecordDocument {
  return Object.keys(rounds).length === 0 ? document : { ...document, rounds };
}

type RecordEventPayload<Type extends RecordEvent['type']> = Extract<RecordEvent, { type: Type }>['data'];

interface DocumentChange {
  readonly changes: FieldChanges;
  readonly title: string | undefined;
  readonly state: string;
}

function applyChanges(
  document: RecordDocument,
  event: RecordedEvent<RecordEvent>,
  { changes, title, state }: DocumentChange,
): RecordDocument {
  const specification = computeSpecificationVersion(document.specification, event);
  const moved = { ...withLastChange(document, event), state, specification };
  if (title !== undefined) {
    moved.title = title;
    moved.sort = { ...moved.sort, title: toSortKey(title) };
  }
  const fields = Object.keys(changes);
  if (fields.length === 0) return moved;
  const values = Object.fromEntries(fields.map((field) => [field, changes[field]!.to]));
  moved.fields = withValues(document.fields, values);
  moved.sort = withSortKeys(moved.sort, values);
  return moved;
}

function withLastChange(
  { changedFor: _, ...document }: RecordDocument,
  event: RecordedEvent,
): RecordDocument {
  const { actor, onBehalfOf } = event.metadata;
  return {
    ...document,
    ...positionOf(event),
    changedBy: actor,
    ...(onBehalfOf !== undefined && { changedFor: onBehalfOf }),
    changedAt: getEffectiveTime(event),
  };
}

function withValues(fields: Fields, values: Readonly<Record<string, Value>>): Fields {
  return Object.fromEntries(Object.entries({ ...fields, ...values }).filter(([, value]) => value !== null));
}
