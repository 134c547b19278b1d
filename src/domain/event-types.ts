// Every event there is, in words: docs/events.md is made from this table, and the golden samples are checked against it.
// The compiler refuses a type without a line here, and a field without a meaning.
import type { ClaimEvent } from './claim/claim-events.js';
import type { Metadata } from './event.js';
import type { RecordEvent } from './record/record-events.js';
import type { SpecificationEvent } from './specification/specification-events.js';
import type { UserEvent } from './user/user-events.js';

export type StoredEvent = RecordEvent | UserEvent | SpecificationEvent | ClaimEvent;

type Meanings<T> = { readonly [Field in keyof Required<T>]: string };

export interface EventType<Data = unknown> {
  /** Names of the streams it stands in. */
  readonly stream: string;
  /** When it is written, as a half sentence: 'Somebody opened a record'. */
  readonly when: string;
  readonly fields: Meanings<Data>;
}

type EventTypes = {
  readonly [Type in StoredEvent['type']]: EventType<Extract<StoredEvent, { readonly type: Type }>['data']>;
};

const RECORD = '<key>.<Entity>-<record>';
const USER = 'user-<person>';
const NUMBER = '<key>.<Entity>.number-<scope>';
const UNIQUE = '<key>.<Entity>.<field>.unique-<digest>';

const OPENINGS = '<key>.opens-<day>-<person>';

const CHANGES =
  'field → `from` what `to` what; computed fields are among them, values of personal fields are sealed';
const TITLE = 'the new title of the record, only where it changed';

export const eventTypes: EventTypes = {
  'record.opened': {
    stream: RECORD,
    when: 'Somebody opened a record. It is the first event of its stream and carries every first value.',
    fields: {
      entity: 'entity of the record, as the specification names it',
      number: 'its number, such as `PR-2026-0001`; null where the entity has none',
      title: 'its title',
      state: 'the state it begins in',
      fields: 'field → value; those that are empty are left out, personal ones are sealed',
    },
  },
  'record.changed': {
    stream: RECORD,
    when: 'Somebody changed fields.',
    fields: { title: TITLE, changes: CHANGES },
  },
  'record.action-taken': {
    stream: RECORD,
    when: 'Somebody took an action of the lifecycle: approved, rejected, paid. The reason is in the metadata.',
    fields: {
      action: 'name of the action',
      from: 'state before',
      to: 'state after',
      title: TITLE,
      changes: `what the action asked for: ${CHANGES}`,
    },
  },
  'record.commented': {
    stream: RECORD,
    when: 'Somebody wrote a comment.',
    fields: { text: 'the comment, as it was typed' },
  },
  'record.assigned': {
    stream: RECORD,
    when: 'Somebody made a record the task of a person, or of nobody.',
    fields: { from: 'id of the person before; null = nobody', to: 'id of the person now; null = nobody' },
  },
  'record.erased': {
    stream: RECORD,
    when: 'The person a record is about, who is no user, was erased: this is the certificate. What was sealed with the record’s key is unreadable from here on.',
    fields: { keyFingerprint: 'SHA-256 of the destroyed key, in hex; null where there was none' },
  },
  'user.registered': {
    stream: USER,
    when: 'A person became known: by the first link, by an administrator, by the demo, or by an imported log.',
    fields: {
      name: 'the name people see; sealed',
      signInName: 'the name to sign in with; sealed; missing for those who cannot sign in',
      signInDigest: 'keyed hash of the folded sign-in name: found without being readable',
      lookDigest:
        'keyed hash of what the sign-in name looks like, where that is another text: no other name may look the same',
      fromLog: 'true for somebody who is only known from an imported log; otherwise left out',
      demo: 'true: may sign in with one click while the demo is on',
    },
  },
  'user.password-set': {
    stream: USER,
    when: 'A person chose a password. Before there were one-time links, an administrator could choose it for them.',
    fields: { hash: 'argon2id in PHC string format; sealed' },
  },
  'user.link-issued': {
    stream: USER,
    when: 'An administrator made a one-time link, by which the person chooses a password. The old password and all sessions ended with it.',
    fields: {
      digest: 'SHA-256 of the secret in the link, in hex',
      until: 'when it ends to work, an instant; it works once',
    },
  },
  'user.role-granted': {
    stream: USER,
    when: 'An administrator gave a role.',
    fields: {
      application: 'key of the application; `-` is the whole installation',
      role: 'name of the role',
    },
  },
  'user.role-revoked': {
    stream: USER,
    when: 'An administrator took a role away.',
    fields: {
      application: 'key of the application; `-` is the whole installation',
      role: 'name of the role',
    },
  },
  'user.signed-in': {
    stream: USER,
    when: 'A person signed in.',
    fields: {
      by: '`password`, `program` (HTTP Basic, no session), `demo` (one click) or `first-link` (the link printed at the first start)',
      browser: 'such as `Firefox on Windows`; sealed; missing for programs',
      from: 'keyed digest of the network address; sealed',
    },
  },
  'user.signed-out': {
    stream: USER,
    when: 'A person signed out: the session counts for nothing any more, wherever its cookie was copied to.',
    fields: { session: 'version that the `user.signed-in` of the session has in this stream' },
  },
  'user.sessions-ended': {
    stream: USER,
    when: 'A person, or an administrator for them, ended all sessions that began before this event.',
    fields: { except: 'version that the `user.signed-in` of the session has that goes on; null: none does' },
  },
  'user.sign-in-failed': {
    stream: USER,
    when: 'Somebody gave a wrong password for a person. From the fifth on the next try has to wait, longer each time, and nothing is written until it may be made.',
    fields: { by: '`password`', from: 'keyed digest of the network address; sealed' },
  },
  'user.erased': {
    stream: USER,
    when: 'A person was erased: this is the certificate. What was sealed with their key is unreadable from here on.',
    fields: {
      person: 'id of the person',
      keyFingerprint: 'SHA-256 of the destroyed key, in hex; null where there was none',
    },
  },
  'specification.published': {
    stream: 'specification-<key>',
    when: 'Somebody published a version of a specification.',
    fields: {
      key: 'key of the application',
      name: 'its name',
      version: '1, 2, 3, …',
      text: 'the whole document',
    },
  },
  'number.taken': {
    stream: NUMBER,
    when: 'A record took the next number of a sequence.',
    fields: {
      number: 'the number as people see it',
      sequence: 'its place in the sequence, from 1',
      record: 'id of the record',
    },
  },
  'number.voided': {
    stream: NUMBER,
    when: 'A number was taken for a record that never came to be: it explains the gap.',
    fields: {
      number: 'the number as people see it',
      sequence: 'its place in the sequence, from 1',
      record: 'id of the record that was to have it',
      why: 'why there is no such record',
    },
  },
  'value.claimed': {
    stream: UNIQUE,
    when: 'A record took a value of a field that must be unique.',
    fields: { field: 'name of the field', record: 'id of the record' },
  },
  'value.released': {
    stream: UNIQUE,
    when: 'A record gave such a value back.',
    fields: { field: 'name of the field', record: 'id of the record' },
  },
  'opening.counted': {
    stream: OPENINGS,
    when: 'A record took its place among those its person may open in a day. Only where the specification has such a limit.',
    fields: { entity: 'its entity', record: 'its id' },
  },
  'opening.given-back': {
    stream: OPENINGS,
    when: 'A record that had taken such a place was refused after all, and does not count.',
    fields: { entity: 'its entity', record: 'id of the record that was to have it' },
  },
};

export const metadataMeanings: Meanings<Metadata> = {
  actor: 'id of the person who did it, or `system`',
  recordedAt: 'when it was written down: ISO 8601, UTC',
  commandId: 'id of the command; the same command twice happens once',
  correlationId: 'id of what everything that followed from one cause has in common',
  payload:
    'keyed fingerprint of what the command asked for: the same id with another one is refused; missing in claims, in imported events and in those written before there was one',
  causationId: 'id of the event or command that led to this one',
  specification: '`key` and `version` of the specification it was decided by',
  reason: 'the reason given',
  effectiveAt: 'when it happened, where that is not when it was written down (imports, back-dated facts)',
  source:
    'where an imported event came from: `log`, `line`; the time `at` as the log wrote it and the `timeZone` it was taken for, where that says more; keyed digests of what was said (`fingerprint`, of a case `fingerprints` by attribute); and the `attributes` the log had beyond that, sealed where they speak of people',
};
