import { describe, expect, it } from '@jest/globals';
import { RecordRef } from '#domain/streams.js';
import { HIDDEN } from '#query-handling/visible-records.js';
import { timelineItem } from '#web/present/timeline-item.js';
import { shopSpecification } from '../reading/shop.js';
import type { TimelineContext } from '#web/present/timeline-context.js';
import type { VisibleEvent } from '#query-handling/timeline/redact-event.js';

const ORDER = RecordRef.of({
  application: 'shop',
  entity: 'Order',
  id: '01890000-0000-7000-8000-000000000001',
});

const telling: TimelineContext = {
  names: {
    people: new Map([
      ['p1', 'Ada'],
      ['p2', 'Ben'],
    ]),
    records: new Map([[ORDER.name, { title: 'Paper', number: 'SO-1' }]]),
  },
  specifications: new Map([['shop', shopSpecification()]]),
  subjects: true,
  raw: true,
  people: true,
};

const event = (type: string, data: unknown, more: Partial<VisibleEvent> = {}): VisibleEvent => ({
  position: 7,
  eventId: 'e7',
  stream: ORDER.name,
  version: 2,
  type,
  data,
  metadata: { actor: 'p1', recordedAt: '2026-11-20T08:00:00.000Z', commandId: 'c', correlationId: 'k' },
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
      type: 'record.commented',
    });
  });

  it('says from what to what a field changed', () => {
    const { verb, changes } = tell('record.changed', {
      changes: { amount: { from: null, to: 1250 }, secret: HIDDEN },
    });
    expect(verb).toBe('changed');
    expect(changes).toMatchObject([
      { title: 'Amount', from: { value: null }, to: { value: 1250, currency: 'EUR' } },
      { title: 'Secret', from: { hidden: true, value: null }, to: { hidden: true, value: null } },
    ]);
  });

  it('quotes the action, and says from which state to which', () => {
    const told = tell('record.action-taken', { action: 'place', from: 'draft', to: 'placed', changes: {} });
    expect(told).toMatchObject({ verb: 'Place', moved: { from: 'Draft', to: 'Placed' } });
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
    ['record.opened', 'opened'],
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
