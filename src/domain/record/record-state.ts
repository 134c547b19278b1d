import type { RecordInScope } from '#specification/model/specification.js';
import type { Fields, Value } from '#specification/model/stored-value.js';
import {
  isImportedEvent,
  type DecidedEvent,
  toFoldableEvent,
  type FoldableEvent,
  getEffectiveTime,
} from '../event.js';
import {
  isApprovalEvent,
  evolveRounds,
  removeEndedRounds,
  type FoldableApprovalEvent,
  type ApprovalRounds,
  type FieldChanges,
} from './approvals/approval-events.js';
import {
  computeChangedAt,
  computeSpecificationVersion,
  computeStateSince,
  type RecordEvent,
} from './record-events.js';
import {
  migrateKeys,
  migrateRounds,
  migrateValues,
  type RecordMigrated,
} from './migration/migration-events.js';
import { isErasureIntent } from './erasure/record-erasure-events.js';
import { isTimerEvent, evolveTimers, type TimerStates } from './timers/timer-events.js';

export interface LastWrite {
  readonly by: string;
  readonly for?: string;
  readonly at: string;
}

export interface NotOpened {
  readonly status: 'not opened';
  readonly id: string;
}

export interface OpenedRecord extends RecordInScope {
  readonly status: 'opened';
  readonly title: string;
  /** 0: unknown. */
  readonly specification: number;
  /** Last write by field. */
  readonly touched: Readonly<Record<string, LastWrite>>;
  readonly assigned?: LastWrite;
  readonly rounds: ApprovalRounds;
  readonly stateSince: string;
  readonly changedAt: string;
  readonly erasing?: true;
  /** Entered in an imported history. */
  readonly cameElsewhere: boolean;
  readonly timers: TimerStates;
  readonly erased?: true;
}

export type RecordState = NotOpened | OpenedRecord;

export const createUnopenedRecord = (id: string): NotOpened => ({ status: 'not opened', id });

export function getFieldValue(record: { readonly fields: Fields }, key: string): Value {
  return Object.hasOwn(record.fields, key) ? record.fields[key]! : null;
}

export function evolveRecord(state: RecordState, event: FoldableEvent<RecordEvent>): RecordState {
  const after = applyEvent(state, event);
  const before = state.status === 'opened' ? state.specification : 0;
  const changedAt = computeChangedAt(after.changedAt, event.type, getEffectiveTime(event));
  return { ...after, changedAt, specification: computeSpecificationVersion(before, event) };
}

function createTouch(event: FoldableEvent): LastWrite {
  const { actor, onBehalfOf } = event.metadata;
  return { by: actor, ...(onBehalfOf !== undefined && { for: onBehalfOf }), at: getEffectiveTime(event) };
}

type RecordWithoutVersion = Omit<OpenedRecord, 'specification'>;

function applyEvent(state: RecordState, event: FoldableEvent<RecordEvent>): RecordWithoutVersion {
  const touch = createTouch(event);
  if (event.type === 'record.opened')
    return applyOpening(state.id, event.data, touch, isImportedEvent(event));
  if (state.status === 'not opened')
    throw new Error(`record ${state.id} has ${event.type} before it was opened`);
  switch (event.type) {
    case 'record.changed':
      return applyChanges(state, event.data, touch);
    case 'record.action-taken':
      return {
        ...applyChanges(state, event.data, touch),
        state: event.data.to,
        stateSince: computeStateSince(state.stateSince, event.data, touch.at),
        cameElsewhere: cameElsewhere(state, event),
        rounds: removeEndedRounds(state.rounds, event.data),
      };
    case 'record.assigned':
      return { ...state, assignee: event.data.to, assigned: touch };
    case 'record.migrated':
      return applyMigration(state, event.data, touch.at);
    case 'record.erased':
      return { ...state, erased: true };
    default:
      if (isErasureIntent(event)) return { ...state, erasing: true };
      if (isApprovalEvent(event)) return applyApproval(state, event, touch);
      return isTimerEvent(event) ? { ...state, timers: evolveTimers(state.timers, event) } : state;
  }
}

function applyMigration(state: OpenedRecord, data: RecordMigrated['data'], at: string): RecordWithoutVersion {
  const moved = data.state && !data.state.renamed;
  return {
    ...state,
    state: data.state?.to ?? state.state,
    fields: migrateValues(state.fields, data),
    touched: migrateKeys(state.touched, data),
    rounds: moved ? {} : migrateRounds(state.rounds, data),
    ...(moved && { stateSince: at, cameElsewhere: false }),
  };
}

function applyApproval(
  state: OpenedRecord,
  event: FoldableApprovalEvent,
  touch: LastWrite,
): RecordWithoutVersion {
  const rounds = evolveRounds(state.rounds, event);
  if (event.type !== 'record.approval-given' || !event.data.changes) return { ...state, rounds };
  const { changes, title } = event.data;
  return { ...applyChanges(state, { changes, ...(title !== undefined && { title }) }, touch), rounds };
}

interface DecisionOrigin {
  readonly user: { readonly id: string };
  readonly deputy?: { readonly id: string };
  readonly now: string;
}

export function evolveDecidedEvents(
  before: RecordState,
  events: readonly DecidedEvent<RecordEvent>[],
  { user, deputy, now }: DecisionOrigin,
): RecordState {
  return events.reduce(
    (state, event) => evolveRecord(state, toFoldableEvent(event, (deputy ?? user).id, now)),
    before,
  );
}

function applyOpening(
  id: string,
  data: Extract<RecordEvent, { type: 'record.opened' }>['data'],
  by: LastWrite,
  cameElsewhere: boolean,
): RecordWithoutVersion {
  const { entity, number, title, state, fields } = data;
  const touched = Object.fromEntries(Object.keys(fields).map((key) => [key, by]));
  const first = { openedBy: by.by, openedAt: by.at, assignee: null, rounds: {} };
  const dated = { stateSince: by.at, changedAt: by.at, cameElsewhere, timers: {} };
  return { status: 'opened', id, entity, number, title, state, fields, touched, ...first, ...dated };
}

function cameElsewhere(
  { state, cameElsewhere: before }: OpenedRecord,
  event: FoldableEvent<Extract<RecordEvent, { type: 'record.action-taken' }>>,
): boolean {
  return event.data.to === state ? before : isImportedEvent(event);
}

function applyChanges(
  state: OpenedRecord,
  { changes, title }: { readonly changes: FieldChanges; readonly title?: string },
  by: LastWrite,
): RecordWithoutVersion {
  const keys = Object.keys(changes);
  const fields = replaceFieldValues(state.fields, new Map(keys.map((key) => [key, changes[key]!.to])));
  const touched = { ...state.touched, ...Object.fromEntries(keys.map((key) => [key, by])) };
  return { ...state, fields, touched, title: title ?? state.title };
}

/** null removes a value. */
export function replaceFieldValues(fields: Fields, values: ReadonlyMap<string, Value>): Fields {
  const all = new Map([...Object.entries(fields), ...values]);
  return Object.fromEntries([...all].filter(([, value]) => value !== null));
}
