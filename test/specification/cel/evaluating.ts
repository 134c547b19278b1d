// One entity with a field of every type.
import { checkDocument } from '#specification/check-document.js';
import type { Entity, Expression, Scope } from '#specification/model/specification.js';
import type { Value } from '#specification/model/stored-value.js';
import { documentOf, shown, valid } from '../documents.js';

const FIELDS = `
      title: text
      count: integer
      rate: { type: decimal, places: 3 }
      amount: money
      dollars: { type: money, currency: USD }
      yen: { type: money, currency: JPY }
      urgent: boolean
      due: date
      at: dateTime
      kind: { type: choice, of: [a, b] }
      owner: user
      other: { type: reference, to: Thing }
      secret: { type: text, personal: owner }
      lines:
        type: table
        fields: { item: text, quantity: integer, price: money, weight: { type: decimal, places: 1 }, done: boolean }`;

const CONSTANTS = `constants:
  limit: 50.50 EUR
  count: 3
  share: 0.19
  start: 2026-01-01
  grace: P1M
  on: true
  word: hello
  step: [{ value: 10 }, { value: 20, from: 2026-06-01 }, { value: 30, from: 2026-09-01 }]
calendar: { hours: [08:00–12:00, 13:00–17:00], holidays: [2026-07-17] }`;

/** The expression is rule R1, or computes the field `result`. */
export function aboutThings(expression: string, result?: string): string {
  const source = JSON.stringify(expression);
  const field = result === undefined ? '' : `\n      result: { type: ${result}, computed: ${source} }`;
  return documentOf({
    1: 'currency: EUR\ntimeZone: Europe/Berlin',
    3: `entities:\n  Thing:\n    fields:${FIELDS}${field}`,
    ...(result === undefined ? { 5: `rules: { R1: { on: Thing, check: ${source} } }` } : {}),
    6: 'roles: [clerk, boss]',
    9: CONSTANTS,
  });
}

export const NOW = '2026-07-15T22:30:00.000Z';

/** Other fields are empty. */
export function thing(fields: Readonly<Record<string, Value>> = {}): Scope {
  const record = {
    id: 'r1',
    number: null,
    state: 'open',
    openedBy: 'u1',
    openedAt: NOW,
    assignee: null,
    fields,
  };
  return { record, user: { id: 'u1', name: 'Una', roles: ['clerk'] }, now: NOW };
}

export function rule(expression: string): Expression<boolean> {
  return (entity(aboutThings(expression)).rules[0] as { check: Expression<boolean> }).check;
}

export function computed(type: string, expression: string): Expression<Value> {
  return entity(aboutThings(expression, type)).fields.at(-1)?.computed as Expression<Value>;
}

function entity(document: string): Entity {
  return valid(document).entities['Thing'] as Entity;
}

/** Problems without places. */
export function complaints(expression: string): readonly string[] {
  return checkDocument(aboutThings(expression)).problems.map((problem) =>
    shown(problem).replace(/^\S+ /, ''),
  );
}
