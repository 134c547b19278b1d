// Only fields that the rules require whatever else is filled in.
import { describe, expect, it } from '@jest/globals';
import type { Actor } from '#domain/permissions.js';
import { findFieldsNeededNext } from '#domain/record/lifecycle/fields-needed-next.js';
import { documentOf, valid } from '#test/specification/documents.js';

interface Given {
  readonly rules?: string;
  readonly actions?: string;
  readonly roles?: readonly string[];
  readonly state?: string;
  readonly follows?: boolean;
}

const RULES = `
  R1: { on: Order, in: [sent], check: record.amount > 0, fields: [lines] }
  R2: { on: Order, in: [sent], check: record.shop != null, fields: [shop] }`;

const ada = (roles: readonly string[]): Actor => ({ id: 'ada', name: 'Ada', roles: [...roles] });

function neededIn({ rules = RULES, actions = '', roles = ['staff'], state = 'draft', follows }: Given) {
  const specification = valid(
    documentOf({
      3: `entities:
  Firm: { fields: { seller: { type: user } } }
  Order:
    fields:
      shop: text
      note: text
      firm: { type: reference, to: Firm }
      seller: { type: user${follows ? ', default: record.firm.seller' : ''} }
      buyer: { type: user }
      lines: { type: table, fields: { price: integer } }
      amount: { type: integer, computed: "record.lines.map(l, l.price).sum()" }`,
      4: `lifecycles:
  Order:
    states: { draft: Draft, sent: Sent, done: { title: Done, final: true } }
    actions:
      send: { title: Send, from: draft, to: sent, by: [staff]${actions}
      finish: { from: sent, to: done, by: [boss] }`,
      5: `rules:${rules}`,
      6: 'roles: { staff: { title: Staff, everyone: true }, boss: Boss }',
    }),
  );
  const entity = specification.entities['Order']!;
  const now = '2026-11-20T10:00:00.000Z';
  const record = {
    id: 'o1',
    number: null,
    state,
    openedBy: 'ada',
    openedAt: now,
    assignee: null,
    fields: { shop: 'Paper & Co' },
  };
  const needed = findFieldsNeededNext({ specification, entity, user: ada(roles), now }, record);
  return needed && [needed.action.title, ...needed.fields];
}

describe('fields that are needed for the next action', () => {
  it('are those of rules of the next state, also via computed fields', () => {
    expect(neededIn({ actions: ' }' })).toEqual(['Send', 'lines', 'shop']);
  });

  it.each([
    ['a rule that holds while it is empty', 'record.note == null || record.note.size() > 3', 'note'],
    ['a rule about several fields', 'record.note != null || record.shop != null', 'note'],
    ['a rule that looks at the person', 'record.note != null || user.id == "ada"', 'note'],
    ['a rule that looks at more of the record', 'record.note != null || record.assignee != null', 'note'],
    ['a rule whose error stands at another field', 'record.note != null', 'shop'],
  ])('are not those of %s', (_why, check, field) => {
    const rules = `\n  R1: { on: Order, in: [sent], check: '${check}', fields: [${field}] }`;
    expect(neededIn({ rules, actions: ' }' })).toEqual(['Send']);
  });

  it('exclude fields that follow a reference', () => {
    const rules = '\n  R1: { on: Order, in: [sent], check: record.seller != null, fields: [seller] }';
    expect(neededIn({ rules, actions: ' }' })).toEqual(['Send', 'seller']);
    expect(neededIn({ rules, actions: ' }', follows: true })).toEqual(['Send']);
  });

  it('exclude required fields and those that the action asks for', () => {
    const always = '\n  R1: { on: Order, check: record.note != null, fields: [note] }';
    expect(neededIn({ rules: always, actions: ' }' })).toEqual(['Send']);
    const already = always.replace('check', 'in: [draft, sent], check');
    expect(neededIn({ rules: already, actions: ' }' })).toEqual(['Send']);
    expect(neededIn({ actions: ', ask: [shop] }' })).toEqual(['Send', 'lines']);
  });

  it('belong to the only action that the person can take', () => {
    const skip = ' }\n      skip: { from: draft, to: done, by: [boss] }';
    expect(neededIn({ actions: skip })).toEqual(['Send', 'lines', 'shop']);
    expect(neededIn({ actions: skip, roles: ['staff', 'boss'] })).toBeUndefined();
  });

  it('are unknown if several actions are possible or none', () => {
    expect(neededIn({ actions: ' }\n      skip: { from: draft, to: done }' })).toBeUndefined();
    expect(neededIn({ actions: ', guard: record.note != null }' })).toBeUndefined();
    expect(neededIn({ actions: ' }', state: 'sent' })).toBeUndefined();
    expect(neededIn({ actions: ' }', state: 'sent', roles: ['staff', 'boss'] })).toEqual(['Finish']);
  });
});
