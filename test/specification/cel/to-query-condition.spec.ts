// A condition equals its expression for every record; no result counts as false.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NotEvaluable } from '#specification/values/not-evaluable.js';
import type { Condition, Scope } from '#specification/model/specification.js';
import type { Value } from '#specification/model/stored-value.js';
import { rule, thing } from './evaluating.js';
import { numRuns } from '#test/property-runs.js';

/** See Condition: null is in no range; null == null; != is the negation of ==. */
function holds(condition: Condition, scope: Scope): boolean {
  if ('all' in condition) return condition.all.every((each) => holds(each, scope));
  if ('any' in condition) return condition.any.some((each) => holds(each, scope));
  if ('not' in condition) return !holds(condition.not, scope);
  if ('always' in condition) return condition.always;
  const to = 'user' in condition.to ? scope.user?.id : condition.to.value;
  const value = valueOf(condition.field, scope);
  if (condition.is === 'in') return (to as readonly unknown[]).includes(value);
  if (condition.is === '==') return value === to;
  if (condition.is === '!=') return value !== to;
  return value !== null && inRange(condition.is, value as number, to as number);
}

function inRange(is: '<' | '<=' | '>' | '>=', value: number, to: number): boolean {
  return { '<': value < to, '<=': value <= to, '>': value > to, '>=': value >= to }[is];
}

function valueOf(field: string, { record }: Scope): Value {
  const [first, key = ''] = field.split('.');
  if (first === 'fields') return record?.fields[key] ?? null;
  return (record as unknown as Record<string, Value>)[field] ?? null;
}

function evaluated(expression: { evaluate(scope: Scope): boolean }, scope: Scope): boolean {
  try {
    return expression.evaluate(scope);
  } catch (error) {
    if (error instanceof NotEvaluable) return false;
    throw error;
  }
}

const maybe = <T extends Value>(values: fc.Arbitrary<T>) => fc.oneof(fc.constant(null), values);

const fields = fc.record({
  title: maybe(fc.constantFrom('a', 'b', 'u1')),
  count: maybe(fc.integer({ min: -3, max: 3 })),
  rate: maybe(fc.integer({ min: -3000, max: 3000 })),
  amount: maybe(fc.integer({ min: -300, max: 6000 })),
  urgent: maybe(fc.boolean()),
  due: maybe(fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-02')),
  at: maybe(fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T09:00:00.000Z')),
  kind: maybe(fc.constantFrom('a', 'b')),
  owner: maybe(fc.constantFrom('u1', 'u2')),
});

const comparison = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
const equality = fc.constantFrom('==', '!=');
const sides = (left: string, is: fc.Arbitrary<string>, right: fc.Arbitrary<string>) =>
  fc
    .tuple(is, right, fc.boolean())
    .map(([op, other, turned]) => (turned ? `${other} ${op} ${left}` : `${left} ${op} ${other}`));

const simple = fc.oneof(
  sides('record.count', comparison, fc.constantFrom('0', '-1', '1.5', 'constants.count')),
  sides('record.rate', comparison, fc.constantFrom('1', '-0.5', 'constants.share', 'decimal(2)')),
  sides('record.amount', comparison, fc.constantFrom('0', '0.005', 'EUR(1)', 'constants.limit')),
  sides('record.due', comparison, fc.constantFrom("date('2026-01-01')", 'constants.start')),
  sides(
    'record.at',
    comparison,
    fc.constantFrom("timestamp('2026-01-01T09:00:00Z')", "timestamp('2026-01-01T10:00:00+01:00')"),
  ),
  sides('record.title', equality, fc.constantFrom("'a'", 'user.id', 'constants.word', 'null')),
  sides('record.kind', equality, fc.constantFrom("'a'", "'b'", 'null')),
  sides('record.owner', equality, fc.constantFrom('user.id', "'u2'", 'null')),
  sides('record.urgent', equality, fc.constantFrom('true', 'false', 'null')),
  sides('record.number', equality, fc.constantFrom('null', "'N1'")),
  sides('record.state', equality, fc.constant("'open'")),
  fc.constantFrom('record.urgent', 'true', 'false', 'has(record.count)', 'has(record.assignee)'),
  fc.constantFrom(
    "record.kind in ['a', 'b']",
    "record.kind in ['b']",
    'record.count in [0, 1]',
    'record.amount in [EUR(1)]',
  ),
);

const expressions = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    simple,
    fc.tuple(tie('any'), fc.constantFrom('&&', '||'), tie('any')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('any').map((each) => `!(${each})`),
  ),
})).any;

describe('given expressions made of comparisons', () => {
  it('when they are conditions, then these agree with them, whatever is given and what is not', () => {
    fc.assert(
      fc.property(expressions, fc.array(fields, { minLength: 10, maxLength: 10 }), (source, records) => {
        const expression = rule(source);
        expect(expression.condition).toBeDefined();
        for (const each of records) {
          const scope = thing(each);
          const said = holds(expression.condition as Condition, scope);
          expect({ source, fields: each, said }).toEqual({
            source,
            fields: each,
            said: evaluated(expression, scope),
          });
        }
      }),
      { numRuns: numRuns(150) },
    );
  });

  it.each([
    ["record.state == 'open'", { field: 'state', is: '==', to: { value: 'open' } }],
    ['record.owner == user.id', { field: 'fields.owner', is: '==', to: { user: 'id' } }],
    ['record.amount > 12.345', { field: 'fields.amount', is: '>', to: { value: 1234.5 } }],
    ['constants.limit <= record.amount', { field: 'fields.amount', is: '>=', to: { value: 5050 } }],
    ['!record.urgent', { field: 'fields.urgent', is: '==', to: { value: false } }],
    [
      "record.openedAt < timestamp('2026-01-01T00:00:00Z')",
      { field: 'openedAt', is: '<', to: { value: '2026-01-01T00:00:00.000Z' } },
    ],
  ])('when one is `%s`, then its condition is plain', (source, condition) => {
    expect(rule(source).condition).toEqual(condition);
  });

  it.each([
    ['record.secret == "s"', 'what is sealed cannot be compared'],
    ['constants.step == record.count', 'the constant changes with time'],
    ['record.due < today', 'today changes'],
    ['record.title < "b"', 'texts sort by language'],
    ['record.count == record.count', 'there is no value known beforehand'],
    ['record.lines.size() > 1', 'it looks into rows'],
    ['record.count + 1 > 2', 'it calculates'],
  ])('when one is `%s`, then it has no condition: %s', (source) => {
    expect(rule(source).condition).toBeUndefined();
  });
});
