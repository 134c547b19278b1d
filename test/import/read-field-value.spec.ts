// A value has one meaning, or is reported: numbers by programs, texts by people, times.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFieldValue } from '#import/read-field-value.js';
import { readScalar } from '#domain/record/input/read-table-rows.js';
import type { ParseContext } from '#specification/field-types/parse-result.js';
import type { FieldType } from '#specification/model/specification.js';
import { EXAMPLE, field as fieldOf } from '#test/domain/example-specification.js';

const TOKYO = { name: 'Asia/Tokyo', of: '--time-zone' };
const READING: ParseContext = {
  limits: EXAMPLE.limits,
  timeZone: 'Europe/Berlin',
  records: new Map(),
  people: new Set(['id of Ada']),
  fromLogs: new Set(),
};

const field = (type: FieldType, places = 2) =>
  fieldOf('it', type, { title: 'It', places, choices: [{ value: 'a', title: 'A' }] });

/** The stored value, or the problem. */
function stored(type: string, value: string, into: ReturnType<typeof field>): unknown {
  const read = readFieldValue(into, { key: 'it', type, value, line: 7 }, TOKYO, (name) => `id of ${name}`);
  if ('issue' in read) return read.issue.message;
  const outcome = readScalar(into, read.value, READING);
  return 'value' in outcome ? outcome.value : outcome.wrong.code;
}

describe('a number of a log', () => {
  it.each([
    ['float', '2.500', 250],
    ['float', '2.5000000000', 250],
    ['float', ' 1.5E2 ', 15000],
    ['float', '-1.0e-1', -10],
    ['float', '-0.0', 0],
    ['float', '.5', 50],
    ['float', '1234.', 123400],
    ['int', '+007', 700],
    ['int', '2500', 250000],
    ['string', '2.5', 250],
    ['string', '2.5E-1', 25],
    ['string', '', null],
  ])('(%s %s) is what a program wrote', (type, value, units) => {
    expect(stored(type, value, field('decimal'))).toBe(units);
  });

  it.each([
    ['float', '2.345', 'decimal', '`it` is 2.345, and It takes at most 2 digits after the point'],
    ['float', '1.234', 'money', '`it` is 1.234, and It takes at most 2 digits after the point'],
    ['float', '1.234', 'integer', '`it` is 1.234, and It takes whole numbers'],
    ['float', 'NaN', 'integer', '`it` is NaN, and It takes numbers'],
    ['float', '1e400', 'decimal', 'TOO_LARGE'],
    ['int', 'twelve', 'integer', 'WRONG_TYPE'],
    // A typed text may mean 2.5 or 2,500.
    ['string', '2.500', 'decimal', 'AMBIGUOUS_NUMBER'],
    ['string', '1,5', 'decimal', 'AMBIGUOUS_NUMBER'],
  ])('(%s %s) for a field of type %s is told: %s', (type, value, into, words) => {
    expect(stored(type, value, field(into as FieldType))).toBe(words);
  });

  it('is stored to the digit, however a program writes it', () => {
    const units = fc.integer({ min: -1e12, max: 1e12 });
    const ways = fc.constantFrom<(n: number) => string>(
      (n) => (n / 1000).toFixed(3),
      (n) => (n / 1000).toFixed(6),
      (n) => `${n}e-3`,
      (n) => `${n < 0 ? '' : '+'}${(n / 1000).toFixed(3)}`,
      (n) => ` ${(n / 1000).toFixed(3)}\n`,
    );
    fc.assert(
      fc.property(units, ways, (n, way) => {
        expect(stored('float', way(n), field('decimal', 3))).toBe(n + 0 || 0);
      }),
    );
  });
});

describe('other values of a log', () => {
  it.each([
    ['boolean', ' TRUE ', 'boolean', true],
    ['int', '0', 'boolean', false],
    ['boolean', 'perhaps', 'boolean', 'WRONG_TYPE'],
    ['date', ' 2024-07-01T10:00:00+02:00 ', 'date', '2024-07-01'],
    ['date', '\n2024-07-01T10:00:00+02:00', 'dateTime', '2024-07-01T08:00:00.000Z'],
    ['float', '2.500', 'text', '2.500'],
    ['string', '  as it is  ', 'text', '  as it is  '],
    ['string', 'Ada', 'user', 'id of Ada'],
    ['string', ' a', 'choice', 'a'],
  ])('(%s “%s”) for a field of type %s', (type, value, into, what) => {
    expect(stored(type, value, field(into as FieldType))).toBe(what);
  });

  it.each(['2024-07-01T10:00:00', '2024-07-01 10:00:00', ' 2024-07-01T10:00 '])(
    'that are times (“%s”) are of the zone that was asked for, whatever the log calls them',
    (value) => {
      for (const type of ['date', 'string'])
        expect(stored(type, value, field('dateTime'))).toBe('2024-07-01T01:00:00.000Z');
    },
  );

  it.each(['2024-07-01T10:00:60Z', '2024-02-30T10:00:00Z', '01.07.2024'])(
    'that are no times (“%s”) are not moved to another one',
    (value) => {
      for (const type of ['date', 'string'])
        expect(stored(type, value, field('dateTime'))).toContain(`“${value}” is not a date and time`);
    },
  );
});
