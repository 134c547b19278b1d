import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { computeRowShare, listRowSums } from '#domain/record/computed/sums-of-rows.js';
import { documentOf, valid } from '#test/specification/documents.js';

const entityWith = (computed: Readonly<Record<string, string>>) => {
  const fields = Object.entries(computed).map(
    ([key, source]) => `${key}: { type: money, computed: "${source}" }`,
  );
  const lines =
    'lines: { type: table, fields: { item: text, quantity: integer, price: money, fee: money } }, factor: integer';
  const document = documentOf({
    1: 'currency: EUR',
    3: `entities: { Request: { fields: { ${[lines, ...fields].join(', ')} } } }`,
  });
  return valid(document).entities['Request']!;
};

const columnsSummed = (source: string) =>
  listRowSums(entityWith({ amount: source }), 'lines').map(({ field, column }) => [field.key, column]);

describe('listRowSums', () => {
  it('finds sums of expressions and of columns', () => {
    expect(columnsSummed('record.lines.map(l, l.quantity * l.price).sum()')).toEqual([['amount', undefined]]);
    expect(columnsSummed('record.lines.map(line, line.price).sum()')).toEqual([['amount', 'price']]);
  });

  it('leaves out other aggregates', () => {
    expect(columnsSummed('record.lines.map(l, l.price).sum() * 2')).toEqual([]);
    expect(columnsSummed('record.lines.map(l, l.price).sum() + record.lines.map(l, l.fee).sum()')).toEqual(
      [],
    );
  });

  it('leaves out expressions that read more than the row', () => {
    expect(columnsSummed('record.lines.map(l, l.price * record.factor).sum()')).toEqual([]);
  });

  it('is empty for another table', () => {
    expect(listRowSums(entityWith({ amount: 'record.lines.map(l, l.price).sum()' }), 'parts')).toEqual([]);
  });
});

describe('computeRowShare', () => {
  const [sum] = listRowSums(
    entityWith({ amount: 'record.lines.map(l, l.quantity * l.price).sum()' }),
    'lines',
  );

  it('is the value of the expression for one row', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (quantity, price) => {
          expect(computeRowShare(sum!, 'lines', { item: 'Cable', quantity, price })).toBe(quantity * price);
        },
      ),
    );
  });

  it('is null where the row lacks a value', () => {
    expect(computeRowShare(sum!, 'lines', { item: 'Cable', quantity: 2, price: null })).toBeNull();
  });
});
