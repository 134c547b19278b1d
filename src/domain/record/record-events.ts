// Events of one record. These names and shapes are the storage format: add an upcast before changing one.
import type { Fields, Value } from '#specification/value.js';
import type { Event, Metadata } from '../event.js';
import type { DescribedMember, EventTypesOf } from '../event-type.js';

/** Field → from what to what. Computed fields are facts too: they are written down when they change. */
export type Changes = Readonly<Record<string, { readonly from: Value; readonly to: Value }>>;

export type RecordOpened = Event<
  'record.opened',
  {
    readonly entity: string;
    readonly number: string | null;
    readonly title: string;
    readonly state: string;
    /** Every first value, those that are null left out. */
    readonly fields: Fields;
  }
>;

export type RecordChanged = Event<
  'record.changed',
  {
    /** The record's title, where the change changes it. */
    readonly title?: string;
    readonly changes: Changes;
  }
>;

export type RecordActionTaken = Event<
  'record.action-taken',
  {
    readonly action: string;
    readonly from: string;
    readonly to: string;
    readonly title?: string;
    /** Fields the action asked for, and computed ones that changed with them. */
    readonly changes: Changes;
  }
>;

export type RecordCommented = Event<'record.commented', { readonly text: string }>;

export type RecordAssigned = Event<
  'record.assigned',
  { readonly from: string | null; readonly to: string | null }
>;

/** The certificate of an erasure: what was sealed with the record's own key is unreadable from here on. The reason is in the metadata. */
export type RecordErased = Event<'record.erased', { readonly keyFingerprint: string | null }>;

export type RecordEvent =
  RecordOpened | RecordChanged | RecordActionTaken | RecordCommented | RecordAssigned | RecordErased;

/** Whether an event moves its record to the version it was decided by. Who comments or assigns leaves it where it was. */
const MOVES: { readonly [Type in RecordEvent['type']]: boolean } = {
  'record.opened': true,
  'record.changed': true,
  'record.action-taken': true,
  'record.commented': false,
  'record.assigned': false,
  'record.erased': false,
};

/** The version of its specification that a record was last moved to, after one more event; 0: no event says so. */
export function specificationAfter(
  before: number,
  {
    type,
    metadata,
  }: { readonly type: RecordEvent['type']; readonly metadata: Pick<Metadata, 'specification'> },
): number {
  return MOVES[type] ? (metadata.specification?.version ?? before) : before;
}

const STREAM = '<key>.<Entity>-<record>';

const CHANGES: DescribedMember = {
  means:
    'field → `from` what `to` what; computed fields are among them, values of personal fields are sealed',
  shown: 'changes',
};
const NEW_TITLE: DescribedMember = {
  means: 'the new title of the record, only where it changed',
  shown: 'new title',
};

export const recordEventTypes: EventTypesOf<RecordEvent> = {
  'record.opened': {
    stream: STREAM,
    when: 'Somebody opened a record. It is the first event of its stream and carries every first value.',
    title: 'Record opened',
    kind: 'record',
    did: 'opened',
    members: {
      entity: 'entity of the record, as the specification names it',
      number: 'its number, such as `PR-2026-0001`; null where the entity has none',
      title: { means: 'its title', shown: 'title' },
      state: 'the state it begins in',
      fields: {
        means: 'field → value; those that are empty are left out, personal ones are sealed',
        shown: 'values',
      },
    },
    upcasts: [],
  },
  'record.changed': {
    stream: STREAM,
    when: 'Somebody changed fields.',
    title: 'Record changed',
    kind: 'record',
    did: 'changed',
    members: { title: NEW_TITLE, changes: CHANGES },
    upcasts: [],
  },
  'record.action-taken': {
    stream: STREAM,
    when: 'Somebody took an action of the lifecycle: approved, rejected, paid. The reason is in the metadata.',
    title: 'Action taken',
    kind: 'record',
    did: 'took an action',
    told: ({ action }, words) => ({ quoted: words.action(String(action)) }),
    members: {
      action: 'name of the action',
      from: 'state before',
      to: 'state after',
      title: NEW_TITLE,
      changes: { ...CHANGES, means: `what the action asked for: ${CHANGES.means}` },
    },
    upcasts: [],
  },
  'record.commented': {
    stream: STREAM,
    when: 'Somebody wrote a comment.',
    title: 'Comment',
    kind: 'record',
    did: 'commented',
    members: { text: 'the comment, as it was typed' },
    upcasts: [],
  },
  'record.assigned': {
    stream: STREAM,
    when: 'Somebody made a record the task of a person, or of nobody.',
    title: 'Assignment',
    kind: 'record',
    did: 'assigned it',
    told: ({ from, to }, words) => {
      if (typeof to === 'string') return `assigned it to ${words.person(to)}`;
      return typeof from === 'string' ? `took it from ${words.person(from)}` : 'assigned it to nobody';
    },
    members: { from: 'id of the person before; null = nobody', to: 'id of the person now; null = nobody' },
    upcasts: [],
  },
  'record.erased': {
    stream: STREAM,
    when: 'The person a record is about, who is no user, was erased: this is the certificate. What was sealed with the record’s key is unreadable from here on.',
    title: 'Personal data of a record erased',
    kind: 'record',
    did: 'erased the personal data',
    members: { keyFingerprint: 'SHA-256 of the destroyed key, in hex; null where there was none' },
    upcasts: [],
  },
};
