import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { isBlank } from '#specification/model/stored-value.js';
import { readScalar, readTable } from '#domain/record/input/read-table-rows.js';
import type { ParseContext } from '#specification/field-types/parse-result.js';
import type { Field } from '#specification/model/specification.js';
import { after, ada, changing, decision, DRAFT, opening } from '../given.js';
import { EXAMPLE, field } from '../example-specification.js';

const NAUGHTY = createRequire(import.meta.url)('big-list-of-naughty-strings') as string[];
const reading: ParseContext = {
  limits: EXAMPLE.limits,
  timeZone: 'Europe/Berlin',
  records: new Map(),
  fromLogs: new Set<string>(),
  people: new Set(),
};

function read(type: Field['type'], raw: unknown, more: Partial<Field> = {}): unknown {
  const outcome = readScalar(field('x', type, more), raw, reading);
  return 'value' in outcome ? outcome.value : outcome.wrong.code;
}

describe.each<[string, Partial<Field> & { type: Field['type'] }, [unknown, unknown][]]>([
  [
    'whole numbers',
    { type: 'integer', min: -5, max: 100_000 },
    [
      ['12', 12],
      [' 12 ', 12],
      ['+7', 7],
      ['−3', -3],
      ['-0', 0],
      [-0, 0],
      ['12.0', 12],
      ['1,234', 'AMBIGUOUS_NUMBER'],
      ['1.5', 'WRONG_TYPE'],
      ['1e3', 'WRONG_TYPE'],
      ['0x10', 'WRONG_TYPE'],
      ['٣', 'WRONG_TYPE'],
      [1.5, 'WRONG_TYPE'],
      [Number.MAX_SAFE_INTEGER + 1, 'WRONG_TYPE'],
      ['9007199254740993', 'TOO_LARGE'],
      ['-6', 'TOO_SMALL'],
      [true, 'WRONG_TYPE'],
      [{}, 'WRONG_TYPE'],
      ['', null],
      [' ', null],
    ],
  ],
  [
    'money',
    { type: 'money' },
    [
      ['12', 1200],
      ['12.5', 1250],
      ['12,50', 'AMBIGUOUS_NUMBER'],
      ['1,234.50', 'AMBIGUOUS_NUMBER'],
      ['1.234,50', 'AMBIGUOUS_NUMBER'],
      ['1.234.567,89', 'AMBIGUOUS_NUMBER'],
      ['1,234', 'AMBIGUOUS_NUMBER'],
      ['1.234', 'AMBIGUOUS_NUMBER'],
      ['2.500', 'AMBIGUOUS_NUMBER'],
      ['-2,500', 'AMBIGUOUS_NUMBER'],
      ['0.500', 50],
      ['1,23,45', 'WRONG_TYPE'],
      ['1,234,567', 'AMBIGUOUS_NUMBER'],
      ['12.500', 'AMBIGUOUS_NUMBER'],
      ['12.5000', 1250],
      ['0.1', 10],
      ['.5', 'WRONG_TYPE'],
      ['12.', 1200],
      ['90071992547409.91', Number.MAX_SAFE_INTEGER],
      ['90071992547409.92', 'TOO_LARGE'],
      ['12 EUR', 'WRONG_TYPE'],
      [20, 2000],
      [20.5, 2050],
      [-1.5, -150],
      [0.1 + 0.2, 'WRONG_TYPE'],
      [1.005, 'WRONG_TYPE'],
      [9999999999999.99, 999999999999999],
      [90071992547409.91, 'WRONG_TYPE'],
      [Infinity, 'WRONG_TYPE'],
    ],
  ],
  [
    'yes and no',
    { type: 'boolean' },
    [
      [true, true],
      ['on', true],
      ['No', false],
      ['0', false],
      ['', null],
      ['maybe', 'WRONG_TYPE'],
      ['constructor', 'WRONG_TYPE'],
      [1, 'WRONG_TYPE'],
    ],
  ],
  [
    'days',
    { type: 'date' },
    [
      ['2026-11-20', '2026-11-20'],
      ['2024-02-29', '2024-02-29'],
      ['2026-02-29', 'WRONG_TYPE'],
      ['2026-13-01', 'WRONG_TYPE'],
      ['2026-1-1', 'WRONG_TYPE'],
      ['20.11.2026', 'WRONG_TYPE'],
      ['2026-11-20T10:00', 'WRONG_TYPE'],
      ['', null],
    ],
  ],
  [
    'moments',
    { type: 'dateTime' },
    [
      ['2026-11-20T10:00', '2026-11-20T09:00:00.000Z'],
      ['2026-11-20 10:00:30', '2026-11-20T09:00:30.000Z'],
      ['2026-11-20T10:00:00.123456Z', '2026-11-20T10:00:00.123Z'],
      ['2026-11-20T10:00:00+02:00', '2026-11-20T08:00:00.000Z'],
      ['2026-03-29T02:30', 'WRONG_TYPE'],
      ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
      ['2026-02-30T10:00', 'WRONG_TYPE'],
      ['2026-11-20T25:00', 'WRONG_TYPE'],
      // Temporal has no leap seconds, and the second before would be another instant.
      ['2016-12-31T23:59:60Z', 'WRONG_TYPE'],
      ['2016-12-31T23:59:60', 'WRONG_TYPE'],
      ['now', 'WRONG_TYPE'],
      [0, 'WRONG_TYPE'],
    ],
  ],
  [
    'texts',
    { type: 'text', max: 5, min: 2 },
    [
      ['abc', 'abc'],
      [' a ', ' a '],
      ['a\r\nb', 'a b'],
      ['a\rb', 'a b'],
      ['\na\n\nb\n', 'a b'],
      ['\n', null],
      ['👩‍🚒👩‍🚒', 'TOO_LONG'],
      ['👍👍👍👍👍', '👍👍👍👍👍'],
      ['a', 'TOO_SMALL'],
      ['abcdef', 'TOO_LONG'],
      ['e\u0301e\u0301e\u0301e\u0301e\u0301', 'e\u0301e\u0301e\u0301e\u0301e\u0301'],
      ['e\u0301', 'TOO_SMALL'],
      ['ab\0', 'WRONG_TYPE'],
      ['ab\udc00', 'WRONG_TYPE'],
      [12, 'WRONG_TYPE'],
      [['a'], 'WRONG_TYPE'],
      ['', null],
    ],
  ],
  [
    'patterns, on the whole value',
    { type: 'text', pattern: 'a|b+' },
    [
      ['bb', 'bb'],
      ['ab', 'PATTERN'],
      ['b\nb', 'PATTERN'],
    ],
  ],
  [
    'choices',
    { type: 'choice', choices: [{ value: 'a', title: 'A' }] },
    [
      ['a', 'a'],
      [' a ', 'a'],
      ['A', 'NOT_A_CHOICE'],
      ['__proto__', 'NOT_A_CHOICE'],
      [['a'], 'WRONG_TYPE'],
    ],
  ],
  [
    'references',
    { type: 'reference', to: 'Supplier' },
    [
      ['x', 'NO_SUCH_RECORD'],
      [{}, 'WRONG_TYPE'],
      ['', null],
    ],
  ],
  [
    'people',
    { type: 'user' },
    [
      ['x', 'NO_SUCH_PERSON'],
      [' ', null],
    ],
  ],
  [
    'files, which are read where it is known which were uploaded',
    { type: 'file' },
    [
      ['x', 'WRONG_TYPE'],
      ['', null],
    ],
  ],
])('%s', (_, { type, ...more }, cases) => {
  it.each(cases)('%j', (raw, expected) => {
    expect(read(type, raw, more)).toEqual(expected);
  });
});

describe('tables', () => {
  const draft = after(DRAFT);
  const lines = (rows: unknown) => decision(draft, changing(ada, { lines: rows }), ada);

  it('drop empty rows and report cells by the sent row number', () => {
    const rows = [
      {},
      { item: '', quantity: null },
      { item: 'Nail', quantity: 'x' },
      { item: 'Saw', colour: 'red' },
      'row',
    ];
    expect(lines(rows)).toMatchObject({
      reasons: [
        {
          code: 'WRONG_TYPE',
          fields: ['lines.2.quantity'],
          message: 'Quantity in row 3 of Lines is not a whole number.',
        },
        { code: 'UNKNOWN_FIELD', fields: ['lines.3.colour'] },
        { code: 'WRONG_TYPE', fields: ['lines.4'] },
      ],
    });
    expect(lines([{}, { item: 'Nail', quantity: '', price: ' ' }])).toMatchObject([
      { data: { changes: { lines: { to: [{ item: 'Nail', quantity: null, price: null }] } } } },
    ]);
  });

  it('drop rows of blanks', () => {
    const notes = field('notes', 'table', { fields: [field('note', 'text'), field('count', 'integer')] });
    const rows = [{ count: ' ' }, { note: 'Nail' }, { note: '', count: '  ' }];
    expect(readTable(notes, rows, reading).rows).toEqual([{ note: 'Nail', count: null }]);
    expect(readTable(notes, [{ count: ' ' }], reading).rows).toBeNull();
  });

  it('are lists with a maximum number of rows', () => {
    expect(lines(Array.from({ length: 21 }, () => ({ item: 'x' })))).toMatchObject({
      reasons: [{ code: 'TOO_MANY_ROWS' }],
    });
    expect(lines('Saw')).toMatchObject({ reasons: [{ code: 'WRONG_TYPE', fields: ['lines'] }] });
  });
});

describe('naughty strings', () => {
  it.each(NAUGHTY.map((text) => [text]))('%j is kept unchanged, as a text and in a table', (text) => {
    const state = after([ada, opening(ada, { title: 'x', note: text, lines: [{ item: `${text}.` }] })]);
    expect(state.fields.note ?? '').toBe(text);
    expect(state.fields.lines).toEqual([{ item: `${text}.`, quantity: null, price: null }]);
  });

  it('are accepted as titles unless invisible', () => {
    const blank = NAUGHTY.filter((text) => isBlank(text));
    expect(blank.every((text) => text.trim().replace(/\u200b|\u180e/g, '') === '')).toBe(true);
    for (const text of NAUGHTY) {
      if ([...text].length > 120 || isBlank(text)) continue;
      expect(after([ada, opening(ada, { title: text })]).fields.title).toBe(text);
    }
  });
});
