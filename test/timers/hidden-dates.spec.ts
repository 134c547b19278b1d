// A timer that counts from a field which not everybody sees: how many events a change makes does not tell whether it was changed.
import { expect, it } from '@jest/globals';
import { SYSTEM } from '#domain/permissions.js';
import { toFoldableEvent } from '#domain/event.js';
import { decideRecord } from '#domain/record/decide-record.js';
import {
  ChangeRecord,
  CommentRecord,
  OpenRecord,
  TakeAction,
  type RecordCommand,
  type RecordInput,
} from '#domain/record/record-commands.js';
import { evolveRecord, createUnopenedRecord, type RecordState } from '#domain/record/record-state.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { documentOf, valid } from '../specification/documents.js';

const specificationOf = (field: string) =>
  valid(
    documentOf({
      1: 'key: shop\ntimeZone: UTC',
      3: 'entities: { Order: { fields: { what: text, secretOn: date, openOn: date } } }',
      4: `lifecycles:
  Order:
    states: { new: New, placed: Placed }
    actions: { place: { from: new, to: placed }, takeBack: { from: placed, to: new } }
    timers: { soon: { in: placed, at: record.${field}, call: tell } }`,
      6: 'roles: { boss: Boss }\npermissions: { Order: { fields: { secretOn: { read: boss, edit: boss } } } }',
      7: 'calls: { tell: { post: "https://example.org/tell" } }',
    }),
  );

const on = {
  application: 'shop',
  entity: 'Order',
  id: '01930000-0000-7000-8000-000000000001',
  context: { actor: SYSTEM.id, commandId: 'c1' },
};
const NOW = '2026-11-23T09:00:00.000Z';

/** How many events each step makes. */
function story(field: string, opened: RecordInput, changed: RecordInput): readonly number[] {
  const specification = specificationOf(field);
  let state: RecordState = createUnopenedRecord(on.id);
  const environment = {
    specification,
    entity: specification.entities['Order']!,
    user: SYSTEM,
    now: NOW,
    number: null,
    known: {
      records: new Map(),
      fromLogs: new Set<string>(),
      people: new Set<string>(),
      opensToday: 0,
    },
  };
  let version = 0;
  const change = (input: RecordInput) => new ChangeRecord({ ...on, input, baseVersion: version });
  const steps: readonly (() => RecordCommand)[] = [
    () => new OpenRecord({ ...on, input: { what: 'tea', ...opened } }),
    () => change({ what: 'ink', ...changed }),
    () => new TakeAction({ ...on, action: 'place', input: {} }),
    () => change({ what: 'pens', ...opened }),
    () => new CommentRecord({ ...on, text: 'Soon' }),
    () => change({ what: 'cups', ...changed }),
    () => new TakeAction({ ...on, action: 'takeBack', input: {} }),
    () => change({ what: 'mugs', ...opened }),
  ];
  return steps.map((step) => {
    const events = decideRecord(state, step(), environment) as readonly RecordEvent[];
    for (const event of events) state = evolveRecord(state, toFoldableEvent(event, SYSTEM.id, NOW));
    version += events.length;
    return events.length;
  });
}

it('given a date that not everybody sees, when others change what all see, then as many events are made whatever it is', () => {
  const [first, second] = [{ secretOn: '2026-12-01' }, { secretOn: '2027-01-01' }];
  const never = story('secretOn', {}, {});
  expect(story('secretOn', first, first)).toEqual(never);
  expect(story('secretOn', first, second)).toEqual(never);
  expect(story('secretOn', {}, second)).toEqual(never);
  expect(story('secretOn', first, { secretOn: null })).toEqual(never);
});

it('given a date that everybody sees, then timers are set only where they change', () => {
  expect(story('openOn', {}, {})).toEqual([1, 1, 2, 1, 1, 1, 2, 1]);
  expect(story('openOn', { openOn: '2026-12-01' }, { openOn: '2027-01-01' })).toEqual([
    1, 1, 2, 2, 1, 2, 2, 1,
  ]);
});
