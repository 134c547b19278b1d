import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Generation } from '#projections/port/generation.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { conditionToFilter } from '#query-handling/filters/condition-to-filter.js';
import type { Condition } from '#specification/model/specification.js';
import { numRuns } from '#test/property-runs.js';
import { documentOf, valid } from '#test/specification/documents.js';

const USER = 'ada';
const ENTITY = valid(
  documentOf({
    1: 'currency: EUR',
    3: `entities:
  Thing:
    fields:
      amount: money
      title: text
      urgent: boolean
      owner: user
      iban: { type: text, personal: owner }
      lines: { type: table, fields: { item: text } }`,
  }),
).entities['Thing']!;

interface Doc {
  readonly id: string;
  readonly position: number;
  readonly state: string;
  readonly assignee: string | null;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

const VALUES: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  'fields.amount': [-1, 0, 1, 2],
  'fields.title': ['', 'a', 'A', 'ä', 'b'],
  'fields.urgent': [true, false],
  'fields.owner': [USER, 'ben'],
  state: ['draft', 'done'],
  assignee: [USER, 'ben'],
};

const DOCS: readonly Doc[] = fc
  .sample(
    fc.record({
      state: fc.constantFrom('draft', 'done'),
      assignee: fc.constantFrom(USER, 'ben', null),
      amount: fc.constantFrom(-1, 0, 1, 2, null),
      title: fc.constantFrom('', 'a', 'A', 'ä', 'b', null),
      urgent: fc.constantFrom(true, false, null),
      owner: fc.constantFrom(USER, 'ben', null),
    }),
    { numRuns: 150, seed: 7 },
  )
  .map(({ state, assignee, ...fields }, index) => ({
    id: String(index).padStart(4, '0'),
    position: index + 1,
    state,
    assignee,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Doc['fields'],
  }));

type Answer = boolean | 'none';

/** How expressions answer: a comparison with a missing value has no answer; && and || absorb that where one side decides. */
function answer(condition: Condition, doc: Doc): Answer {
  if ('always' in condition) return condition.always;
  if ('not' in condition) return negated(answer(condition.not, doc));
  if ('all' in condition) return all(condition.all.map((part) => answer(part, doc)));
  if ('any' in condition) return negated(all(condition.any.map((part) => negated(answer(part, doc)))));
  const path = condition.field.split('.');
  const value = (path[0] === 'fields' ? doc.fields[path[1]!] : doc[path[0] as 'state']) ?? null;
  const to = 'user' in condition.to ? USER : condition.to.value;
  return compared(value, condition.is, to);
}

const negated = (given: Answer): Answer => (given === 'none' ? given : !given);
const all = (answers: readonly Answer[]): Answer =>
  answers.includes(false) ? false : answers.includes('none') ? 'none' : true;

function compared(value: unknown, is: string, to: unknown): Answer {
  if (to === null) return is === '==' ? value === null : value !== null;
  if (value === null) return 'none';
  if (is === 'in') return (to as unknown[]).includes(value);
  if (is === '==') return value === to;
  if (is === '!=') return value !== to;
  const [one, other] = [value as number, to as number];
  return is === '<' ? one < other : is === '<=' ? one <= other : is === '>' ? one > other : one >= other;
}

const comparison: fc.Arbitrary<Condition> = fc.constantFrom(...Object.keys(VALUES)).chain((path) => {
  const values = VALUES[path]!;
  const ordered = typeof values[0] !== 'boolean';
  const scalar = fc.record({
    field: fc.constant(path),
    is: fc.constantFrom(
      '==',
      '!=',
      ...(ordered ? (['<', '<=', '>', '>='] as const) : []),
    ) as fc.Arbitrary<'=='>,
    to: fc.record({ value: fc.constantFrom(...values) }),
  });
  const given = fc.record({
    field: fc.constant(path),
    is: fc.constantFrom('==', '!=') as fc.Arbitrary<'=='>,
    to: fc.constantFrom(
      { value: null },
      ...(path === 'assignee' || path === 'fields.owner' ? [{ user: 'id' as const }] : []),
    ),
  });
  const among = fc.record({
    field: fc.constant(path),
    is: fc.constant('in' as const),
    to: fc.record({ value: fc.subarray([...values]) }),
  });
  return fc.oneof(scalar, given, among) as fc.Arbitrary<Condition>;
});

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    comparison,
    fc.record({ always: fc.boolean() }),
    fc.record({ not: tie('condition') }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }),
  ) as fc.Arbitrary<Condition>,
}));

describe('a condition as a filter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-condition-'));
  const readModels = openSqliteReadModels(folder);
  let generation: Generation;

  beforeAll(async () => {
    const { number } = await readModels.create('records', 1);
    generation = await readModels.open('records', number, () => ({ indexes: [['state']], text: [] }));
    const writes = DOCS.map((document) => ({ collection: 'shop.Order', id: document.id, document }));
    await generation.write(writes, DOCS.length);
  });

  afterAll(async () => {
    await generation.close();
    await readModels.close();
    rmSync(folder, { recursive: true });
  });

  it('finds exactly the records for which it holds, never those for which it has no answer', async () => {
    await fc.assert(
      fc.asyncProperty(condition, async (given) => {
        const filter = conditionToFilter(given, ENTITY, USER)!;
        const found = await generation.find<Doc>('shop.Order', { filter, limit: 1_000 });
        const expected = DOCS.filter((doc) => answer(given, doc) === true);
        expect(found.documents.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: numRuns(300) },
    );
  });

  it.each(['fields.iban', 'fields.lines', 'fields.gone', 'password'])(
    'cannot compare %s where it is stored',
    (path) => {
      const sealed: Condition = { field: path, is: '==', to: { value: 'x' } };
      expect(conditionToFilter(sealed, ENTITY, USER)).toBeUndefined();
      expect(conditionToFilter({ any: [{ always: true }, { not: sealed }] }, ENTITY, USER)).toBeUndefined();
    },
  );
});
