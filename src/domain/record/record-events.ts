// Storage format: change only with an upcast.
import type { Fields } from '#specification/model/stored-value.js';
import type { Event, Metadata, DecidedEvent, DescribedMember, EventTypeMap } from '../event.js';
import {
  approvalEventTypes,
  SIGNATURE_MEMBER_DESCRIPTION,
  type ApprovalEvent,
  type Signature,
  type FieldChanges,
} from './approvals/approval-events.js';
import { erasureEventTypes, type ErasureEvent } from './erasure/record-erasure-events.js';
import { migrationEventTypes, type RecordMigrated } from './migration/migration-events.js';
import { timerEventTypes, type TimerEvent } from './timers/timer-events.js';
export type RecordOpened = Event<
  'record.opened',
  {
    readonly entity: string;
    readonly number: string | null;
    readonly title: string;
    readonly state: string;
    /** Without null. */
    readonly fields: Fields;
  }
>;

export type RecordChanged = Event<
  'record.changed',
  {
    readonly title?: string;
    readonly changes: FieldChanges;
  }
>;

export type RecordActionTaken = Event<
  'record.action-taken',
  {
    readonly action: string;
    readonly from: string;
    readonly to: string;
    readonly title?: string;
    readonly changes: FieldChanges;
    /** With several approvals, each vote has its signature. */
    readonly signature?: Signature;
  }
>;

export type RecordCommented = Event<'record.commented', { readonly text: string }>;

export type RecordAssigned = Event<
  'record.assigned',
  { readonly from: string | null; readonly to: string | null }
>;

/** The call's stream has the outcome. */
export type RecordCallRequested = Event<
  'record.call-requested',
  {
    readonly call: string;
    /** Calls that led here and do not repeat. */
    readonly after?: readonly string[];
  }
>;

/** A condition prevented the call. */
export type RecordCallSkipped = Event<'record.call-passed', { readonly call: string }>;

export type RecordEvent =
  | RecordOpened
  | RecordChanged
  | RecordActionTaken
  | RecordCommented
  | RecordAssigned
  | RecordCallRequested
  | RecordCallSkipped
  | RecordMigrated
  | ErasureEvent
  | TimerEvent
  | ApprovalEvent;

interface EventEffect {
  /** true: moves to the version in the metadata. */
  readonly moves: boolean;
  /** false: leaves the record unchanged. */
  readonly changes: boolean;
}

const EFFECTS: { readonly [Type in RecordEvent['type']]: EventEffect } = {
  'record.opened': { moves: true, changes: true },
  'record.changed': { moves: true, changes: true },
  'record.action-taken': { moves: true, changes: true },
  'record.commented': { moves: false, changes: false },
  'record.assigned': { moves: false, changes: true },
  'record.erased': { moves: false, changes: false },
  'record.erasure-begun': { moves: false, changes: false },
  'record.erasure-decided': { moves: false, changes: false },
  'record.call-requested': { moves: false, changes: false },
  'record.call-passed': { moves: false, changes: false },
  'record.timers-set': { moves: false, changes: false },
  'record.timer-fired': { moves: false, changes: false },
  'record.approval-given': { moves: true, changes: true },
  'record.approval-refused': { moves: false, changes: true },
  'record.approval-taken-back': { moves: false, changes: true },
  'record.approvals-begun-again': { moves: false, changes: true },
  'record.migrated': { moves: true, changes: false },
};

/** 0: unknown. */
export function computeSpecificationVersion(
  before: number,
  {
    type,
    metadata,
  }: { readonly type: RecordEvent['type']; readonly metadata: Pick<Metadata, 'specification'> },
): number {
  return EFFECTS[type].moves ? (metadata.specification?.version ?? before) : before;
}

export const computeChangedAt = (before: string, type: RecordEvent['type'], at: string): string =>
  EFFECTS[type].changes ? at : before;

/** An action that stays in its state does not reset it. */
export const computeStateSince = (
  before: string,
  { from, to }: { readonly from: string; readonly to: string },
  at: string,
): string => (from === to ? before : at);

const STREAM = '<key>.<Entity>-<record>';

const CHANGES: DescribedMember = {
  means:
    'field → `from` what `to` what; computed fields are among them, values of personal fields are sealed',
  visibility: 'changes',
};
const NEW_TITLE: DescribedMember = {
  means: 'the new title of the record, only where it changed',
  visibility: 'new title',
};

export const recordEventTypes: EventTypeMap<RecordEvent> = {
  'record.opened': {
    stream: STREAM,
    when: 'Somebody opened a record. It is the first event of its stream and carries every first value.',
    title: 'Record opened',
    kind: 'record',
    verbPhrase: 'created',
    describe: () => ({ done: 'created' }),
    members: {
      entity: 'entity of the record, as the specification names it',
      number: 'its number, such as `PR-2026-0001`; null where the entity has none',
      title: { means: 'its title', visibility: 'title' },
      state: 'the state it begins in',
      fields: {
        means: 'field → value; those that are empty are left out, personal ones are sealed',
        visibility: 'values',
      },
    },
    upcasts: [],
  },
  'record.changed': {
    stream: STREAM,
    when: 'Somebody changed fields.',
    title: 'Record changed',
    kind: 'record',
    verbPhrase: 'changed',
    describe: () => ({ done: 'changed' }),
    members: { title: NEW_TITLE, changes: CHANGES },
    upcasts: [],
  },
  'record.action-taken': {
    stream: STREAM,
    when: 'Somebody took an action of the lifecycle: approved, rejected, paid. The reason is in the metadata.',
    title: 'Action taken',
    kind: 'record',
    verbPhrase: 'took an action',
    describe: ({ action }, words) => {
      const done = words.done(String(action));
      return done === undefined ? { quoted: words.action(String(action)) } : { done };
    },
    members: {
      action: 'name of the action',
      from: 'state before',
      to: 'state after',
      title: NEW_TITLE,
      changes: { ...CHANGES, means: `what the action asked for: ${CHANGES.means}` },
      signature: SIGNATURE_MEMBER_DESCRIPTION,
    },
    upcasts: [],
  },
  'record.commented': {
    stream: STREAM,
    when: 'Somebody wrote a comment.',
    title: 'Comment',
    kind: 'record',
    verbPhrase: 'commented',
    members: { text: 'the comment, as it was typed' },
    upcasts: [],
  },
  'record.assigned': {
    stream: STREAM,
    when: 'Somebody made a record the task of a person, or of nobody.',
    title: 'Assignment',
    kind: 'record',
    verbPhrase: 'assigned it',
    describe: ({ from, to }, words) => {
      if (typeof to === 'string') return `assigned it to ${words.person(to)}`;
      return typeof from === 'string' ? `took it from ${words.person(from)}` : 'assigned it to nobody';
    },
    members: { from: 'id of the person before; null = nobody', to: 'id of the person now; null = nobody' },
    upcasts: [],
  },
  'record.call-requested': {
    stream: STREAM,
    when: 'What was written just before makes a call, or sends a mail. The id of this event is the idempotency key.',
    title: 'Call asked for',
    kind: 'record',
    verbPhrase: 'triggered a call',
    describe: ({ call }, words) => {
      const cause = words.cause(String(call));
      const because = cause === undefined ? '' : ` (because ${cause})`;
      return { sentence: `${words.call(String(call))} to be sent${because}` };
    },
    members: {
      call: 'name of the call in section 7',
      after: 'names of the calls whose answers led here; missing where there are none',
    },
    upcasts: [],
  },
  'record.call-passed': {
    stream: STREAM,
    when: 'A call was not made, or a mail not sent, because of a condition that looks at a field which not everybody sees. Written so that the version of the record does not tell whether the condition held.',
    title: 'Call not needed',
    kind: 'bookkeeping',
    verbPhrase: 'made no call',
    members: { call: 'name of the call in section 7' },
    upcasts: [],
  },
  ...migrationEventTypes,
  ...erasureEventTypes,
  ...timerEventTypes,
  ...approvalEventTypes,
};

export type NewRecordEvents = readonly DecidedEvent<RecordEvent>[];
