import { describe, expect, it } from '@jest/globals';
import { BadQuery } from '#projections/port/read-model-errors.js';
import { toComparableValue, parsePath, getValueAt, getValuesAt } from '#projections/port/query.js';

describe('given a value to compare by', () => {
  it.each<[unknown, unknown]>([
    ...['', 'text', true, false, 0, -1.5].map((value): [unknown, unknown] => [value, value]),
    ...[undefined, null, Number.NaN, Infinity, -Infinity].map((value): [unknown, unknown] => [value, null]),
    ...[[], ['a'], {}, { a: 1 }].map((value): [unknown, unknown] => [value, {}]),
  ])('when it is %p, then it counts as %p', (value, as) => {
    expect(toComparableValue(value)).toEqual(as);
  });
});

describe('given a document', () => {
  const document = {
    state: 'open',
    fields: { amount: 3, none: null, lines: [{ item: 'pen' }, { item: 'ink', note: 'blue' }, null, 'x'] },
  };

  it.each([
    ['state', 'open'],
    ['fields.amount', 3],
    ['fields.none', null],
    ['fields.gone', undefined],
    ['fields.none.deeper', undefined],
    ['state.length', undefined],
    ['fields.lines.length', undefined],
    ['fields.lines.0', undefined],
    ['constructor', undefined],
    ['fields.toString', undefined],
  ])('when %s is asked for, then it is %p', (path, value) => {
    expect(getValueAt(document, path)).toBe(value);
  });

  it.each<[string, unknown[]]>([
    ['fields.lines.item', ['pen', 'ink']],
    ['fields.lines.note', ['blue']],
    ['fields.amount', [3]],
    ['fields.gone', []],
    ['fields.toString', []],
    ['state.length', []],
  ])('when all values at %s are asked for, then they are those of each row', (path, values) => {
    expect(getValuesAt(document, path)).toEqual(values);
  });
});

describe('given a path', () => {
  it('when it names parts, then these are told, each time the same', () => {
    expect(parsePath('fields.due-on')).toEqual(['fields', 'due-on']);
    expect(parsePath('fields.due-on')).toEqual(['fields', 'due-on']);
    expect(parsePath('x'.repeat(200))).toHaveLength(1);
  });

  it.each(['', '.', 'a.', '.a', 'a..b', 'a b', "a'", '$where', 'x'.repeat(201)])(
    'when it is “%s”, then it is refused',
    (path) => {
      expect(() => parsePath(path)).toThrow(BadQuery);
      expect(() => parsePath(path)).toThrow('is not a path into a document');
    },
  );
});
