import { translatorFor } from '#views/messages/translate.js';
import { describe, expect, it } from '@jest/globals';
import { RecordRef } from '#domain/stream-names.js';
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { createColumnDisplay, type DisplayContext } from '#web/display/display-value.js';
import { displayActorName, displayPersonName } from '#web/display/person-names.js';
import { shopSpecification } from '../screens/shop.js';

const specification = shopSpecification();
const entity = specification.entities['Order']!;
const CUSTOMER = RecordRef.of({
  application: 'shop',
  entity: 'Customer',
  id: '01890000-0000-7000-8000-000000000001',
});
const record: VisibleRecord = {
  id: 'r1',
  entity: 'Order',
  position: 1,
  version: 1,
  number: 'SO-1',
  title: 'Paper',
  titleHidden: false,
  state: 'draft',
  stateSince: '2026-11-20T08:00:00.000Z',
  fields: {
    title: 'Paper',
    customer: CUSTOMER.id,
    amount: 1250,
    requestedBy: 'p1',
    iban: { erased: true },
    lines: [{ item: 'A4', price: 5 }, { item: 'A5' }],
  },
  hidden: new Set(['secret']),
  openedBy: 'p2',
  openedAt: '2026-11-20T08:00:00.000Z',
  changedBy: 'p3',
  changedAt: '2026-11-20T08:00:00.000Z',
  assignee: null,
  comments: 0,
  rounds: {},
  signatures: [],
  specification: 1,
};
const t = translatorFor('en');
const words: DisplayContext = {
  specification,
  t,
  names: {
    people: new Map<string, string | { readonly erased: true }>([
      ['p1', 'Ada'],
      ['p2', { erased: true }],
    ]),
    records: new Map([[CUSTOMER.name, { title: 'Kugel & Sohn', number: null }]]),
  },
};
const shown = (key: string, more: Partial<VisibleRecord> = {}) =>
  createColumnDisplay(key, entity, words)({ ...record, ...more });

describe('a value as it is shown', () => {
  it('has the places and the currency of its field', () => {
    expect(shown('amount')).toMatchObject({ value: 1250, places: 2, currency: 'EUR' });
  });

  it('of a reference leads to the record, and says its title', () => {
    expect(shown('customer')).toMatchObject({
      label: 'Kugel & Sohn',
      href: `/shop/customers/${CUSTOMER.id}`,
    });
  });

  it('of a reference to what the viewer may not read leads nowhere', () => {
    const names = { ...words.names, records: new Map([[CUSTOMER.name, {}]]) };
    const hidden = createColumnDisplay('customer', entity, { ...words, names })(record);
    expect(hidden.label).toBe('not visible to you');
    expect(hidden.href).toBeUndefined();
  });

  it('that is hidden holds nothing', () => {
    expect(shown('secret')).toEqual({
      key: 'secret',
      title: expect.any(String),
      type: 'text',
      hidden: true,
      value: null,
    });
  });

  it('that was erased stays erased', () => {
    expect(shown('iban')).toMatchObject({ value: { erased: true } });
  });

  it('of a table has columns, and a cell for each of them', () => {
    const { columns, rows } = shown('lines');
    expect(columns?.map(({ key }) => key)).toEqual(['item', 'price']);
    expect(rows?.map((row) => row.map(({ value }) => value))).toEqual([
      ['A4', 5],
      ['A5', null],
    ]);
    expect(shown('lines', { fields: {} })).toMatchObject({
      value: null,
      columns: [{ key: 'item' }, { key: 'price' }],
    });
  });

  it('that nobody gave is empty', () => {
    expect(shown('due')).toMatchObject({ type: 'date', value: null });
  });

  it('of the record itself says what it is called', () => {
    expect(shown('state')).toMatchObject({ type: 'state', value: 'draft', label: 'Draft' });
    expect(shown('number')).toMatchObject({ type: 'number', value: 'SO-1' });
    expect(shown('state', { state: 'gone' })).toMatchObject({ label: 'gone' });
  });

  it('of a person is the name', () => {
    expect(shown('requestedBy').label).toBe('Ada');
    expect(shown('openedBy').label).toBe('erased person');
    expect(shown('changedBy').label).toBe('p3');
    expect(displayPersonName(words.names, 'system', t)).toBe('Daybook');
  });
});

describe('who did something', () => {
  const names = {
    people: new Map([
      ['a', 'Ana Sousa'],
      ['t', 'Thomas Okafor'],
    ]),
    records: new Map(),
  };

  it('is one person, or a deputy for another one', () => {
    expect(displayActorName(names, { by: 'a' }, t)).toBe('Ana Sousa');
    expect(displayActorName(names, { by: 'a', for: 't' }, t)).toBe('Ana Sousa for Thomas Okafor');
  });

  it('stands in the column of who changed a record last', () => {
    const changed = { ...record, changedBy: 'a', changedFor: 't' };
    const { label } = createColumnDisplay('changedBy', entity, { specification, names, t })(changed);
    expect(label).toBe('Ana Sousa for Thomas Okafor');
  });
});
