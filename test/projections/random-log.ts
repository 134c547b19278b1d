// Plausible logs: any order of events on a few records, people and specifications.
import fc from 'fast-check';
import type { NewEvent } from '#domain/event.js';
import { ADA, BEN, OTHER_RECORD, RECORD, newEvent } from './recorded-events.js';

export interface Step {
  readonly stream: string;
  readonly event: NewEvent;
}

const text = fc.string({ unit: 'grapheme', maxLength: 6 });
const value = fc.oneof(
  text,
  fc.integer(),
  fc.constant(null),
  fc.constant({ sealed: { person: ADA, box: 'x' } }),
);
const change = fc.record({ from: value, to: value });
const changes = fc.dictionary(fc.constantFrom('title', 'amount', 'note'), change, { maxKeys: 3 });
const person = fc.constantFrom(ADA, BEN);
const role = fc.record({
  application: fc.constantFrom('-', 'purchasing'),
  role: fc.constantFrom('admin', 'finance'),
});

const record = fc.tuple(
  fc.constantFrom(RECORD, OTHER_RECORD).map((id) => `purchasing.Request-${id}`),
  fc.oneof(
    fc
      .record({
        title: text,
        fields: fc.dictionary(fc.constantFrom('title', 'amount'), text, { maxKeys: 2 }),
      })
      .map(
        (data) => ['record.opened', { entity: 'Request', number: 'N-1', state: 'draft', ...data }] as const,
      ),
    changes.map((all) => ['record.changed', { changes: all }] as const),
    changes.map((all) => ['record.action-taken', { action: 'a', from: 'x', to: 'y', changes: all }] as const),
    changes.map(
      (all) =>
        [
          'record.approval-given',
          { action: 'a', needs: [{ role: null, count: 2 }], roles: [], proposed: all },
        ] as const,
    ),
    fc.constant([
      'record.approval-refused',
      { action: 'a', needs: [{ role: null, count: 2 }], roles: [], ends: true },
    ] as const),
    fc.constant(['record.approval-taken-back', { action: 'a' }] as const),
    fc.constant(['record.approvals-begun-again', { action: 'a', because: 'changed' }] as const),
    text.map((comment) => ['record.commented', { text: comment }] as const),
    person.map((to) => ['record.assigned', { from: null, to }] as const),
    fc.constant([
      'record.erasure-decided',
      { rule: { keep: 'P1Y', in: null }, from: '2020', due: '2021', signature: {} },
    ] as const),
    fc
      .record({
        field: fc.constantFrom('title', 'amount'),
        to: fc.constantFrom('title', 'amount', 'note'),
        state: fc.constantFrom('x', 'y'),
        renamed: fc.boolean(),
      })
      .map(
        ({ field, to, state, renamed }) =>
          [
            'record.migrated',
            {
              from: 1,
              to: 2,
              state: { from: 'y', to: state, renamed },
              fields: { [field]: { to, digits: 1 } },
              actions: { a: 'b' },
            },
          ] as const,
      ),
    fc.constant(['record.erasure-begun', {}] as const),
    fc.constant(['record.erased', { keyFingerprint: null }] as const),
  ),
);
const user = fc.tuple(
  person.map((id) => `user-${id}`),
  fc.oneof(
    text.map((name) => ['user.registered', { name, demo: false }] as const),
    fc.constant(['user.password-set', { hash: 'h' }] as const),
    role.map((data) => ['user.role-granted', data] as const),
    role.map((data) => ['user.role-revoked', data] as const),
    fc.constant([
      'user.roles-renamed',
      { application: 'purchasing', version: 2, roles: { finance: 'money' }, deputations: [] },
    ] as const),
    fc.constant(['user.signed-in', { by: 'password' }] as const),
    fc.constant(['user.sign-in-failed', { by: 'password' }] as const),
    fc.constant(['user.signing-failed', { session: 3 }] as const),
    fc.constant(['user.link-issued', { digest: 'd', until: '2026-12-01T00:00:00.000Z' }] as const),
    fc.option(fc.nat(30)).map((except) => ['user.sessions-ended', { except }] as const),
    fc.constant(['user.locked', {}] as const),
    fc.constant(['user.unlocked', {}] as const),
    fc
      .option(fc.nat(30))
      .map(
        (except) => ['user.second-factor-set', { secret: 's', recoveryCodes: [], step: 1, except }] as const,
      ),
    fc.constant(['user.second-factor-reset', {}] as const),
    fc.nat(30).map((session) => ['user.signed-out', { session }] as const),
    person.map((id) => ['user.erasure-begun', { person: id }] as const),
    person.map((id) => ['user.erased', { person: id, keyFingerprint: null }] as const),
  ),
);
const constant = fc.record({
  constant: fc.constantFrom('limit', 'perDiem'),
  key: fc.constantFrom(null, 'DE', 'else'),
  from: fc.constantFrom('2026-12-01', '2027-01-01'),
  before: fc.option(text),
  text,
});
const specification = fc.tuple(
  fc.constant('specification-purchasing'),
  fc.oneof(
    fc
      .integer({ min: 1, max: 9 })
      .map(
        (version) =>
          ['specification.published', { key: 'purchasing', name: 'P', version, text: 't' }] as const,
      ),
    fc
      .array(constant, { minLength: 1, maxLength: 3 })
      .map((all) => ['specification.constants-changed', { changes: all }] as const),
  ),
);

/** With positions and versions. */
export const recorded = (steps: readonly Step[]) =>
  steps.map(({ stream, event }, at) => ({ ...event, stream, version: at + 1, position: at + 1 }));

export const randomLog: fc.Arbitrary<Step[]> = fc
  .array(fc.oneof({ weight: 4, arbitrary: record }, { weight: 2, arbitrary: user }, specification), {
    maxLength: 30,
  })
  .map((steps) => steps.map(([stream, [type, data]]) => ({ stream, event: newEvent(type, data) })));
