import { describe, expect, it } from '@jest/globals';
import type { Actor } from '#domain/permissions.js';
import type { RecordDecisionContext } from '#domain/record/decision-context.js';
import { listFollowedReferences, fillFieldsFromReferences } from '#domain/record/computed/complete-record.js';
import type { Fields } from '#specification/model/stored-value.js';
import { documentOf, valid } from '#test/specification/documents.js';

const specification = valid(
  documentOf({
    3: `entities:
  Pot:
    fields:
      name: text
      secret: text
      holder: user
  Order:
    fields:
      pot: { type: reference, to: Pot }
      other: { type: reference, to: Pot }
      label: { type: text, default: record.pot.name }
      hint: { type: text, default: record.pot.secret }
      approver: { type: user, default: record.pot.holder }`,
    6: `roles: { staff: { everyone: true }, boss: Boss }
permissions:
  Pot: { read: { staff: record.name != 'Hidden', boss: true }, fields: { secret: { read: [boss] } } }`,
  }),
);
const { Order, Pot } = specification.entities;
const pot = (id: string, fields: Fields) =>
  [
    id,
    {
      entity: Pot!,
      record: {
        id,
        entity: 'Pot',
        number: null,
        state: Pot!.lifecycle.initial,
        assignee: null,
        openedBy: 'root',
        openedAt: '2026-11-20T10:00:00.000Z',
        fields,
      },
    },
  ] as const;

const ada: Actor = { id: 'ada', name: 'Ada', roles: ['staff'] };
const bob: Actor = { id: 'bob', name: 'Bob', roles: ['staff', 'boss'] };

function followed(before: Fields, now: Fields, user = ada): Fields {
  const known = {
    records: new Map(),
    people: new Set(['bert', 'lou']),
    fromLogs: new Set(['lou']),
    followed: new Map([
      pot('red', { name: 'Red', secret: 'r', holder: 'bert' }),
      pot('blue', { name: 'Blue', holder: 'lou' }),
      pot('hidden', { name: 'Hidden', holder: 'bert' }),
      pot('empty', {}),
    ]),
  };
  const context = {
    specification,
    entity: Order!,
    user,
    now: '2026-11-20T10:00:00.000Z',
    known,
    number: null,
  } as unknown as RecordDecisionContext;
  const [, { record }] = pot('order', now);
  return fillFieldsFromReferences(context, { fields: before }, { ...record, entity: 'Order' }).fields;
}

describe('given fields that follow a reference', () => {
  it('when followed references are listed, then only those are returned', () => {
    expect(listFollowedReferences(Order!).map(({ key }) => key)).toEqual(['pot']);
  });

  it('when the reference changes, then they take the values of the new record', () => {
    expect(followed({}, { pot: 'red' })).toEqual({ pot: 'red', label: 'Red', approver: 'bert' });
    const blue = { pot: 'blue', label: 'Blue' };
    expect(followed(blue, { ...blue, pot: 'red' })).toMatchObject({ label: 'Red', approver: 'bert' });
  });

  it('when the reference is unchanged or emptied, then they stay', () => {
    const own = { pot: 'red', label: 'Own words' };
    expect(followed(own, own)).toEqual(own);
    expect(followed(own, { label: 'Own words' })).toEqual({ label: 'Own words' });
  });

  it('when they are given in the same input, then that input wins', () => {
    expect(followed({ label: 'Old' }, { pot: 'red', label: 'Own words' })).toMatchObject({
      label: 'Own words',
    });
    expect(followed({ label: 'Old' }, { pot: 'red', label: 'Old' })).toMatchObject({ label: 'Red' });
    expect(followed({ label: 'Old' }, { pot: 'red' })).toMatchObject({ label: 'Red' });
  });

  it('when the referenced field is blank, then they become blank', () => {
    expect(followed({ label: 'Old' }, { pot: 'empty', label: 'Old' }, bob)['label'] ?? null).toBeNull();
    expect(followed({}, { pot: 'empty' }, bob)).toEqual({ pot: 'empty' });
  });

  it('when the person cannot read the referenced field, then nothing is copied', () => {
    expect(followed({}, { pot: 'red' }, bob)).toMatchObject({ hint: 'r' });
    expect(followed({}, { pot: 'red' })).not.toHaveProperty('hint');
    expect(followed({}, { pot: 'hidden' })).toEqual({ pot: 'hidden' });
    expect(followed({}, { pot: 'unknown' })).toEqual({ pot: 'unknown' });
  });

  it('when the referenced person cannot be chosen, then nobody is copied', () => {
    expect(followed({ approver: 'bert' }, { pot: 'blue', approver: 'bert' })['approver'] ?? null).toBeNull();
  });
});
