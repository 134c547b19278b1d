// By key, as decision tables, and changed later.
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { assembleSpecification } from '#specification/assemble-specification.js';
import { checkDocument, parseSpecificationText } from '#specification/check-document.js';
import type { ConstantChange } from '#specification/model/constant.js';
import { createDiagnostics } from '#specification/document/diagnostics.js';
import { NotEvaluable } from '#specification/values/not-evaluable.js';
import { runToCompletion } from '#specification/cooperative-task.js';
import type { Scope, Specification } from '#specification/model/specification.js';
import type { Fields } from '#specification/model/stored-value.js';
import { documentOf, valid } from './documents.js';

const entities = (computed: string, type = '{ type: money, currency: EUR') => `entities:
  Trip:
    fields:
      country: { type: choice, of: [DE, FR, IT] }
      purpose: text
      secret: { type: text, personal: record }
      days: integer
      urgent: boolean
      result: ${type}, computed: "${computed}" }
  Other:
    fields: { name: text }`;

const document = (constants: string, computed: string, type?: string) =>
  documentOf({
    1: 'key: trips\ntimeZone: Europe/Berlin',
    3: entities(computed, type),
    9: `constants:\n${constants}`,
  });

const problems = (text: string) => checkDocument(text).problems.map(({ message }) => message);

const scope = (fields: Fields, now = '2026-11-20T10:00:00.000Z'): Scope => ({
  now,
  record: {
    ...{
      entity: 'Trip',
      id: 'x',
      number: null,
      state: 'open',
      openedBy: 'ada',
      openedAt: now,
      assignee: null,
    },
    fields,
  },
});

const resultOf = (specification: Specification, fields: Fields, now?: string): unknown => {
  const field = specification.entities['Trip']!.fields.find(({ key }) => key === 'result')!;
  return field.computed!.evaluate(scope(fields, now));
};

/** After changes of constants. */
function changed(text: string, changes: readonly ConstantChange[]): Specification {
  const found = createDiagnostics();
  const read = parseSpecificationText(text, found);
  if ('problems' in read) throw new Error('the document cannot be read');
  const specification = runToCompletion(assembleSpecification(read, found, changes));
  expect(found.all()).toEqual([]);
  return specification;
}

describe('a title of a constant', () => {
  it('stands with the first value: a later one is refused with its line', () => {
    const text = document(
      '  perDiem:\n    - { value: 1, title: Daily rate }\n    - { value: 2, from: 2027-01-01, title: Rate }',
      'record.days',
      '{ type: integer',
    );
    const [found, ...others] = checkDocument(text).problems;
    expect(others).toEqual([]);
    expect(found).toMatchObject({ message: 'the title is not with the first value' });
    expect(text.split('\n')[found!.line - 1]).toContain('title: Rate');
  });

  it('is the value of a choice of that name, where a constant is by such a field', () => {
    const text = documentOf({
      3: 'entities: { Book: { fields: { part: { type: choice, of: [title, body] }, size: { type: integer, computed: "constants.sizes[record.part]" } } } }',
      9: 'constants: { sizes: { by: part, title: 3, body: 4 } }',
    });
    const { constants, entities: found } = valid(text);
    expect(constants['sizes']).toMatchObject({ title: 'Sizes', values: [{ text: 'title 3, body 4' }] });
    const size = found['Book']!.fields.find(({ key }) => key === 'size')!;
    expect(size.computed!.evaluate(scope({ part: 'title' }))).toBe(3);
  });
});

describe('a constant by key', () => {
  const BY_KEY = '  perDiem: { by: country, DE: 28 EUR, FR: 35 EUR, else: 20.50 EUR, from: 2026-01-01 }';
  const ASKED = 'record.days * constants.perDiem[record.country]';

  it('has the value of the key it is asked for', () => {
    const specification = valid(document(BY_KEY, ASKED));
    const each = ['DE', 'FR', 'IT'].map((country) => resultOf(specification, { country, days: 2 }));
    expect(each).toEqual([5600, 7000, 4100]);
    expect(() => resultOf(specification, { days: 2 })).toThrow(NotEvaluable);
    expect(specification.constants['perDiem']).toMatchObject({
      kind: 'by key',
      values: [{ from: '2026-01-01', text: 'DE 28 EUR, FR 35 EUR, otherwise 20.50 EUR' }],
    });
  });

  it('changes from a day on', () => {
    const dated = `  perDiem:
    - { by: country, DE: 28 EUR, else: 20 EUR }
    - { by: country, DE: 30 EUR, else: 21 EUR, from: 2026-11-20 }`;
    const specification = valid(document(dated, ASKED));
    const on = (now: string) => resultOf(specification, { country: 'DE', days: 1 }, now);
    expect([on('2026-11-19T22:59:00.000Z'), on('2026-11-19T23:00:00.000Z')]).toEqual([2800, 3000]);
  });

  it.each([
    ['{ by: country, DE: 28 EUR, FR: 35 EUR }', ASKED, 'there is no value for `IT`'],
    [
      '{ by: country, DE: 28 EUR, else: 35 USD }',
      ASKED,
      'this is money in USD, the first value is money in EUR',
    ],
    ['{ by: country, DE: 28 EUR, XX: 1 EUR, else: 35 EUR }', ASKED, 'no choice `XX` in country'],
    ['{ by: purpose, DE: 28 EUR, else: 35 EUR }', ASKED, '`purpose` is no field of type choice'],
    [
      '{ by: country, DE: 28 EUR, FR: 1 EUR, IT: 2 EUR }',
      'constants.perDiem[record.purpose]',
      '`perDiem` may be read with a key that has no value',
    ],
    [
      '{ by: country, DE: 28 EUR, FR: 1 EUR, IT: 2 EUR }',
      "constants.perDiem['UK']",
      '`perDiem` has no value for `UK`',
    ],
    ['{ by: country, DE: 28 EUR, else: 1 EUR }', 'constants.perDiem', 'this gives a map, not money in EUR'],
    [
      '[{ value: 5 EUR }, { by: country, else: 1 EUR, from: 2027-01-01 }]',
      'constants.perDiem',
      'this is a value by key, the first is one value',
    ],
  ])('%s is refused', (constant, computed, message) => {
    expect(problems(document(`  perDiem: ${constant}`, computed))).toContain(message);
  });
});

describe('a table of decisions', () => {
  const TABLE = `  level:
    on: Trip
    table:
      - { when: record.days > 30, is: 3 }
      - { when: record.urgent == true, is: 2 }
      - { else: 1 }`;
  const INTEGER = '{ type: integer';

  it('is what its first row says that holds', () => {
    const specification = valid(document(TABLE, 'constants.level', INTEGER));
    const cases: readonly Fields[] = [
      { days: 31, urgent: true },
      { days: 1, urgent: true },
      { days: 1, urgent: false },
    ];
    expect(cases.map((fields) => resultOf(specification, fields))).toEqual([3, 2, 1]);
  });

  it('has no answer where nobody can tell whether a row holds that comes before', () => {
    const specification = valid(document(TABLE, 'constants.level', INTEGER));
    expect(resultOf(specification, { days: 31 })).toBe(3);
    expect(() => resultOf(specification, { urgent: true })).toThrow(NotEvaluable);
    expect(() => resultOf(specification, { days: 3 })).toThrow(NotEvaluable);
  });

  it('the first that holds, for any rows and any record', () => {
    const bound = fc.integer({ min: 0, max: 20 });
    const row = fc.record({ bound, below: fc.boolean(), is: fc.integer({ min: 0, max: 1000 }) });
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { minLength: 1, maxLength: 6, selector: (each) => `${each.below}${each.bound}` }),
        fc.nat(1000),
        fc.array(bound, { minLength: 1, maxLength: 5 }),
        (rows, otherwise, all) => {
          const lines = rows.map(
            ({ bound: than, below, is }) =>
              `      - { when: "record.days ${below ? '<' : '>='} ${than}", is: ${is} }`,
          );
          const text = document(
            `  level:\n    on: Trip\n    table:\n${lines.join('\n')}\n      - { else: ${otherwise} }`,
            'constants.level',
            INTEGER,
          );
          const specification = valid(text);
          for (const days of all) {
            const holds = rows.find(({ bound: than, below }) => (below ? days < than : days >= than));
            expect(resultOf(specification, { days })).toBe(holds ? holds.is : otherwise);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('tells of the fields it looks at: what asks it is about these, too', () => {
    const text = documentOf({
      1: 'key: trips',
      2: 'screens: { /trips: { list: Trip, where: constants.level > 1 } }',
      3: entities('1', INTEGER),
      9: `constants:\n${TABLE.replace('record.urgent == true', "record.secret == 'x'")}`,
    });
    expect(problems(text).join('\n')).toContain('`secret` is personal');
    const computed = document(
      TABLE.replace('record.days > 30', 'record.result > 30'),
      'constants.level',
      INTEGER,
    );
    expect(problems(computed)).toContain('`result` is computed from itself in the end');
    const { entities: checked } = valid(document(TABLE, 'constants.level', INTEGER));
    expect(checked['Trip']!.fields.at(-1)!.computed!.asks).toEqual([
      'record.days > 30',
      'record.urgent == true',
    ]);
  });

  it.each([
    ['[{ when: record.days > 1, is: 3 }]', 'the value where no row holds is not stated'],
    ['[{ else: 1 }, { when: record.days > 1, is: 3 }]', 'this row is never reached'],
    ['[{ when: true, is: 1 }, { else: 3 }]', 'this row is never reached'],
    [
      '[{ when: record.days > 1, is: 1 }, { when: record.days > 1, is: 2 }, { else: 3 }]',
      'this row is never reached',
    ],
    ['[{ when: record.days > 1, is: 1 }, { else: two }]', 'this is text, the first value is a whole number'],
    ['[{ when: record.days, is: 1 }, { else: 2 }]', 'this gives a whole number, not true or false'],
    ['[{ when: record.day > 1, is: 1 }, { else: 2 }]', 'no field `day` in Trip'],
    ['[{ when: constants.level > 1, is: 1 }, { else: 2 }]', '`level` is a table itself'],
  ])('%s is refused', (table, message) => {
    expect(
      problems(document(`  level: { on: Trip, table: ${table} }`, 'constants.level', INTEGER)),
    ).toContain(message);
  });

  it('is asked where its records are, and nowhere else', () => {
    const text = document(TABLE, '1', INTEGER).replace(
      '{ name: text }',
      '{ name: text, level: { type: integer, computed: constants.level } }',
    );
    expect(problems(text)).toEqual(['`constants.level` looks at a Trip, which is not here']);
    const elsewhere = document(TABLE.replace('on: Trip', 'on: Tripp'), 'constants.level', INTEGER);
    expect(problems(elsewhere)).toContain('no entity `Tripp`');
  });
});

describe('a constant that somebody changed', () => {
  const day = fc.integer({ min: 0, max: 11 }).map((month) => `2026-${String(month + 1).padStart(2, '0')}-01`);
  const amount = fc.integer({ min: 0, max: 9 });
  const change = fc.record({ from: day, to: amount });

  it('has what was said last for the latest day that has come: a document’s values and changes alike', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(change, { minLength: 1, maxLength: 4, selector: ({ from }) => from }),
        fc.array(change, { maxLength: 6 }),
        day,
        (declared, changes, now) => {
          const lines = declared.map(({ from, to }) => `    - { value: ${to}, from: ${from} }`).join('\n');
          const made = changes.map(({ from, to }) => ({
            constant: 'level',
            key: null,
            text: String(to),
            from,
          }));
          const specification = changed(
            document(`  level:\n${lines}`, 'constants.level', '{ type: integer'),
            made,
          );
          const said = new Map([...declared, ...changes].map(({ from, to }) => [from, to]));
          const days = [...said.keys()].toSorted();
          const at = days.findLast((each) => each <= now) ?? days[0]!;
          expect(resultOf(specification, {}, `${now}T12:00:00.000Z`)).toBe(said.get(at));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('by key: a change is one key’s, and holds until somebody says something else of it', () => {
    const text = document(
      '  perDiem: [{ by: country, DE: 28 EUR, FR: 35 EUR, else: 20 EUR }, { by: country, DE: 28 EUR, FR: 36 EUR, else: 20 EUR, from: 2026-09-01 }]',
      'constants.perDiem[record.country]',
    );
    const specification = changed(text, [
      { constant: 'perDiem', key: 'DE', text: '30 EUR', from: '2026-06-01' },
      { constant: 'perDiem', key: 'FR', text: '40 EUR', from: '2026-06-01' },
      { constant: 'perDiem', key: 'IT', text: '25 EUR', from: '2026-07-01' },
    ]);
    const on = (country: string, month: string) =>
      resultOf(specification, { country }, `2026-${month}-15T12:00:00.000Z`);
    expect(['05', '06', '07', '10'].map((month) => on('DE', month))).toEqual([2800, 3000, 3000, 3000]);
    expect(['05', '06', '07', '10'].map((month) => on('FR', month))).toEqual([3500, 4000, 4000, 3600]);
    expect(['05', '06', '07', '10'].map((month) => on('IT', month))).toEqual([2000, 2000, 2500, 2500]);
  });

  it('of another type than the document’s now, of none, or of a table, does nothing', () => {
    const text = document('  level: { value: 5, from: 2026-01-01 }', 'constants.level', '{ type: integer');
    const specification = changed(text, [
      { constant: 'level', key: null, text: '7 EUR', from: '2026-02-01' },
      { constant: 'level', key: 'DE', text: '7', from: '2026-02-01' },
      { constant: 'gone', key: null, text: '7', from: '2026-02-01' },
    ]);
    expect(resultOf(specification, {})).toBe(5);
  });
});
