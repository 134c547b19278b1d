import { translatorFor } from '#views/messages/translate.js';
import { describe, expect, it } from '@jest/globals';
import { RecordRef } from '#domain/stream-names.js';
import { HIDDEN } from '#query-handling/visibility/visible-records.js';
import { EMPTY_MIGRATION } from '#specification/upgrade/version-migrations.js';
import { EventWords } from '#query-handling/timeline/event-wording.js';
import { getVocabulary } from '#specification/version-vocabulary.js';
import { timelineItem } from '#web/timeline/timeline-item.js';
import { createTimelineContext } from '#web/timeline/timeline-context.js';
import { documentOf, valid } from '#test/specification/documents.js';
import { shopSpecification } from '../screens/shop.js';
import type { TimelineContext } from '#web/timeline/timeline-context.js';
import type { Specification } from '#specification/model/specification.js';
import type { VisibleEvent } from '#query-handling/timeline/redact-event.js';

const ORDER = RecordRef.of({
  application: 'shop',
  entity: 'Order',
  id: '01890000-0000-7000-8000-000000000001',
});

const NAMES = {
  people: new Map([
    ['p1', 'Ada'],
    ['p2', 'Ben'],
  ]),
  records: new Map([[ORDER.name, { title: 'Paper', number: 'SO-1' }]]),
};
const ADMIN = { id: 'p1', name: 'Ada', admin: true, auditor: true, roles: {} };
const contextOf = (specification: Specification): TimelineContext =>
  createTimelineContext(ADMIN, {
    names: NAMES,
    published: new Map([['shop', { specification, version: 2 }]]),
    subjects: true,
    t: translatorFor('en'),
  });
const telling = contextOf(shopSpecification());

/** Version 2 runs. */
const wordsOf = (
  about: Pick<VisibleEvent, 'application' | 'entity' | 'metadata'>,
  [first, second]: readonly [Specification, Specification],
) =>
  EventWords.of(about, {
    at: (_, version) => (version === 1 ? getVocabulary(first) : undefined),
    now: (application) => (application === 'shop' ? getVocabulary(second) : undefined),
    since: () => EMPTY_MIGRATION,
  });

const event = (type: string, data: unknown, more: Partial<VisibleEvent> = {}): VisibleEvent => {
  const about = { application: 'shop', entity: 'Order', metadata: METADATA, ...more };
  const words = wordsOf(about, [shopSpecification(), shopSpecification()]);
  return { ...plainEvent(type, data, more), words };
};

const METADATA = { actor: 'p1', recordedAt: '2026-11-20T08:00:00.000Z', commandId: 'c', correlationId: 'k' };

const plainEvent = (
  type: string,
  data: unknown,
  more: Partial<VisibleEvent>,
): Omit<VisibleEvent, 'words'> => ({
  position: 7,
  eventId: 'e7',
  stream: ORDER.name,
  version: 2,
  type,
  data,
  metadata: METADATA,
  at: '2026-11-20T08:00:00.000Z',
  actor: 'p1',
  application: 'shop',
  entity: 'Order',
  record: ORDER,
  person: null,
  action: null,
  redacted: false,
  leftOut: [],
  ...more,
});
const tell = (type: string, data: unknown, more?: Partial<VisibleEvent>) =>
  timelineItem(event(type, data, more), telling);

describe('an event in words', () => {
  it.each([
    ['a person whom --as named', 'p1', { person: 'p1' }, 'Ada, on the command line'],
    ['an account of the operating system', 'system', { account: 'jonas' }, 'command line (jonas)'],
    ['Daybook itself, where it was not the command line', 'system', undefined, 'Daybook'],
    ['whoever acted, of what another person imported', 'p2', { person: 'p1' }, 'Ben'],
    ['whoever acted, of what an account imported', 'p2', { account: 'jonas' }, 'Ben'],
  ])('names %s', (_, actor, commandLine, who) => {
    const { metadata } = event('record.commented', {});
    const told = { actor, metadata: { ...metadata, actor, ...(commandLine && { commandLine }) } };
    expect(tell('record.commented', { text: 'Hello' }, told).who).toBe(who);
  });

  it('says who, when, about what, and where it is stored', () => {
    expect(tell('record.commented', { text: 'Hello' })).toEqual({
      position: 7,
      version: 2,
      at: '2026-11-20T08:00:00.000Z',
      who: 'Ada',
      whoHref: '/-/people/p1',
      verb: 'commented',
      text: 'Hello',
      changes: [],
      subject: { title: 'SO-1 Paper', href: `/shop/orders/${ORDER.id}` },
      application: { name: 'The shop', href: '/shop' },
      rawHref: '/-/events/7',
      pastHref: '/shop/orders/01890000-0000-7000-8000-000000000001?at=7',
      type: 'record.commented',
    });
  });

  it('names both people of a deputy’s act, and the deputy alone for the initials', () => {
    const act = (metadata: object) =>
      timelineItem(event('record.assigned', { from: null, to: 'p1' }, metadata), telling);
    const asDeputy = act({ metadata: { ...METADATA, onBehalfOf: 'p2' } });
    expect(asDeputy).toMatchObject({ who: 'Ada for Ben', actorName: 'Ada' });
    expect(act({})).not.toHaveProperty('actorName');
  });

  it('says from what to what a field changed', () => {
    const { verb, takesObject, changes } = tell('record.changed', {
      changes: { amount: { from: null, to: 1250 }, secret: HIDDEN },
    });
    expect([verb, takesObject]).toEqual(['changed', true]);
    expect(changes).toMatchObject([
      { title: 'Amount', from: { value: null }, to: { value: 1250, currency: 'EUR' } },
      { title: 'Secret', from: { hidden: true, value: null }, to: { hidden: true, value: null } },
    ]);
  });

  it('quotes the action, and says from which state to which', () => {
    const told = tell('record.action-taken', { action: 'place', from: 'draft', to: 'placed', changes: {} });
    expect(told).toMatchObject({
      verb: 'Place',
      moved: { from: { title: 'Draft' }, to: { title: 'Placed' } },
    });
    expect(
      tell('record.action-taken', { action: 'note', from: 'draft', to: 'draft', changes: {} }).moved,
    ).toBeUndefined();
  });

  it('says both clocks where it was written down later', () => {
    const metadata = { ...event('', {}).metadata, effectiveAt: '2020-01-01T00:00:00.000Z', reason: 'late' };
    const told = tell('record.opened', { fields: {} }, { metadata, at: metadata.effectiveAt });
    expect(told).toMatchObject({ at: metadata.effectiveAt, recordedAt: metadata.recordedAt, reason: 'late' });
  });

  it.each([
    ['record.assigned', { from: null, to: 'p2' }, 'assigned it to Ben'],
    ['record.assigned', { from: 'p2', to: null }, 'took it from Ben'],
    ['specification.published', { version: 3 }, 'published version 3 of the specification'],
    ['user.role-granted', { application: 'shop', role: 'boss' }, 'gave the role “Boss” in The shop'],
    ['user.role-revoked', { application: '-', role: 'admin' }, 'took away the role “admin”'],
    ['user.erased', {}, 'erased the personal data'],
    ['number.taken', { number: 'SO-1', record: 'r1' }, 'took the number SO-1'],
    ['number.voided', { number: 'SO-2', record: 'r9', why: 'refused' }, 'gave up the number SO-2'],
    ['value.claimed', { field: 'name' }, 'claimed a unique value'],
    ['value.released', { field: 'name' }, 'gave a unique value free'],
    ['moon.landed', { x: 1 }, 'moon.landed'],
  ])('tells %s', (type, data, verb) => {
    expect(tell(type, data).verb).toBe(verb);
  });

  it('of a record that may not be read does not say which', () => {
    const names = { ...telling.names, records: new Map([[ORDER.name, {}]]) };
    const { subject } = timelineItem(event('record.commented', { text: HIDDEN }), { ...telling, names });
    expect(subject).toEqual({ title: 'Order' });
    expect(timelineItem(event('record.commented', { text: HIDDEN }), telling).text).toBe(
      'not visible to you',
    );
  });

  it.each([
    ['record.opened', 'created'],
    ['record.changed', 'changed'],
    ['record.action-taken', 'took an action'],
    ['record.commented', 'commented'],
    ['record.assigned', 'assigned it'],
    ['number.taken', 'took a number'],
    ['value.claimed', 'claimed a unique value'],
    ['record.of-tomorrow', 'did something'],
  ])(
    'of %s about a record that may not be read says that it %s, and that it is not visible',
    (type, verb) => {
      const told = tell(type, HIDDEN, { redacted: true });
      expect(told).toMatchObject({ verb, changes: [], text: 'not visible to you' });
      expect(told.moved).toBeUndefined();
    },
  );

  it('of an action in a record that may be read says nothing about what is hidden, as it may have changed nothing', () => {
    const data = { action: 'place', from: 'draft', to: 'placed', changes: {} };
    expect(tell('record.action-taken', data, { redacted: true }).text).toBeUndefined();
  });

  it('shows fields that the specification has lost as they are stored', () => {
    const { changes } = tell('record.opened', { fields: { colour: 'red', wheels: [{ size: 1 }] } });
    expect(changes).toMatchObject([
      { title: 'colour', to: { value: 'red' } },
      { title: 'wheels', to: { value: '[{"size":1}]' } },
    ]);
  });
});

const PRICED = (entity: string, fields: string, lifecycle: string) =>
  valid(
    documentOf({
      1: 'key: shop\nname: The shop',
      3: `entities: { Order: { title: "{title}", ${entity} fields: { title: text, ${fields} } } }`,
      4: `lifecycles: { Order: ${lifecycle} }`,
    }),
  );

const FIRST = PRICED(
  '',
  'price: { type: money, currency: EUR }, kind: { type: choice, of: { a: Preferred, b: Other } }, ' +
    'rows: { type: table, fields: { what: text, how: { type: choice, of: { x: Fast } } } }',
  '{ states: { fresh: Fresh, done: Done }, actions: { start: { from: fresh, to: done, approvals: 2 }, go: { from: fresh, to: done } },' +
    ' timers: { nag: { title: Nag, in: fresh, after: P1D, action: go } } }',
);
const SECOND = PRICED(
  'name: Purchase,',
  'kind: { type: choice, title: Sort, of: { a: Blocked, b: Other } }, price: { type: money, currency: JPY }, ' +
    'rows: { type: table, fields: { what: { type: text, title: Item }, how: { type: choice, of: { x: Slow } } } }',
  '{ states: { fresh: New, done: Done }, actions: { start: { title: Throw out, from: fresh, to: done, approvals: 2 }, go: { from: fresh, to: done } },' +
    ' timers: { nag: { title: Remind, in: fresh, after: P1D, action: go } } }',
);

describe('given an event of an earlier version', () => {
  const metadata = { ...METADATA, specification: { key: 'shop', version: 1 } };
  const tellOld = (type: string, data: unknown, about: VisibleEvent['metadata'] = metadata) => {
    const more = { metadata: about };
    const words = wordsOf({ application: 'shop', entity: 'Order', metadata: about }, [FIRST, SECOND]);
    return timelineItem({ ...plainEvent(type, data, more), words }, contextOf(SECOND));
  };

  it('then its action and its states are called as they were then, with what they are called now beside', () => {
    expect(tellOld('record.action-taken', { action: 'start', from: 'fresh', to: 'done' })).toMatchObject({
      verb: 'Start',
      verbNow: 'Throw out',
      moved: { from: { title: 'Fresh', now: 'New' }, to: { title: 'Done' } },
    });
  });

  it('then an approval and a timer are told likewise', () => {
    const vote = tellOld('record.approval-given', { action: 'start', needs: [], roles: [], changes: {} });
    expect(vote).toMatchObject({ verb: 'approved “Start”', verbNow: 'Throw out' });
    const fired = tellOld('record.timer-fired', { timer: 'nag', outcome: 'acted' });
    expect(fired).toMatchObject({ verb: 'Nag, as scheduled', verbNow: 'Remind' });
  });

  it('then amounts stand in the currency and with the places of then', () => {
    const { changes } = tellOld('record.opened', { fields: { price: 1050 } });
    expect(changes[0]!.to).toMatchObject({ value: 1050, places: 2, currency: 'EUR' });
  });

  it('then fields, choices, columns and cells have their titles of then, in the order of then', () => {
    const data = { fields: { kind: 'a', rows: [{ what: 'ink', how: 'x' }], price: 1050 } };
    const { changes } = tellOld('record.opened', data);
    expect(changes).toMatchObject([
      { title: 'Price' },
      { title: 'Kind', titleNow: 'Sort', to: { label: 'Preferred', labelNow: 'Blocked' } },
      {
        title: 'Rows',
        to: {
          columns: [
            { key: 'what', title: 'What', titleNow: 'Item' },
            { key: 'how', title: 'How' },
          ],
          rows: [[{ value: 'ink' }, { label: 'Fast', labelNow: 'Slow' }]],
        },
      },
    ]);
    expect(changes[0]).not.toHaveProperty('titleNow');
  });

  it.each([
    ['names no version', METADATA],
    [
      'names a version that is not known any more',
      { ...METADATA, specification: { key: 'shop', version: 7 } },
    ],
    ['names a version of another application', { ...METADATA, specification: { key: 'fleet', version: 1 } }],
  ])('when it %s, then it is told in the words of today', (_, about) => {
    const told = tellOld('record.action-taken', { action: 'start', from: 'fresh', to: 'done' }, about);
    expect(told).toMatchObject({
      verb: 'Throw out',
      moved: { from: { title: 'New' }, to: { title: 'Done' } },
    });
    expect(told).not.toHaveProperty('verbNow');
    expect(told.moved!.from).not.toHaveProperty('now');
  });
});
