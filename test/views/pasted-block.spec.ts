// As spreadsheets copy them.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchPastedColumns, type TableColumn } from '#views/islands/pasted-columns.js';
import { parseSpreadsheetBlock } from '#views/islands/spreadsheet-block.js';

/** Quoted where needed. */
const written = (cell: string) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const copied = (rows: readonly (readonly string[])[], end: string) =>
  rows.map((row) => row.map(written).join('\t')).join('\r\n') + end;

const cells = fc.string({ unit: fc.constantFrom('a', 'ł', '"', '\t', '\n', ' ', ',', ';'), maxLength: 6 });
const blocks = fc
  .integer({ min: 2, max: 4 })
  .chain((width) =>
    fc.array(fc.array(cells, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
  );
const isFilled = (row: readonly string[]) => row.some((cell) => cell.trim() !== '');

describe('a block of cells', () => {
  it('comes as it was copied, without empty rows, whether its last line ends or not', () => {
    fc.assert(
      fc.property(blocks, fc.constantFrom('', '\r\n'), (rows, end) => {
        fc.pre(isFilled(rows.at(-1)!));
        expect(parseSpreadsheetBlock(copied(rows, end))).toEqual(rows.filter(isFilled));
      }),
    );
  });

  it.each(['', 'Paper', 'Paper\r\n', '"Paper"'])('is not in the single value %j', (text) => {
    expect(parseSpreadsheetBlock(text)).toBeUndefined();
  });
});

const TABLE: readonly TableColumn[] = [
  { title: 'Item', index: 0 },
  { title: 'Größe', index: 1 },
  { title: 'Amount' },
  { title: 'Price', index: 2 },
];
const titlesOf = (block: readonly (readonly string[])[], first = 0) => {
  const { rows, columns, heading } = matchPastedColumns(block, TABLE, first);
  return { rows, titles: columns.map((column) => column?.title), ...(heading && { heading }) };
};

describe('the columns of a pasted block', () => {
  it('are those from where it is pasted on, without computed ones', () => {
    expect(titlesOf([['XL', '2.50']], 1)).toEqual({ rows: [['XL', '2.50']], titles: ['Größe', 'Price'] });
  });

  it('are named by its heading row, in any order, also where some are unknown', () => {
    const heading = [' PRICE', 'Shelf', 'amount', 'grosse '];
    expect(titlesOf([heading, ['2.50', 'B4', '5', 'XL']], 3)).toEqual({
      rows: [['2.50', 'B4', '5', 'XL']],
      titles: ['Price', undefined, 'Amount', 'Größe'],
      heading,
    });
  });

  it.each([
    [
      'one title among other values',
      [
        ['Item', 'XL'],
        ['Ink', 'S'],
      ],
    ],
    [
      'a title twice',
      [
        ['Item', 'Item'],
        ['Ink', 'Ink'],
      ],
    ],
    ['titles and nothing below', [['Item', 'Größe']]],
  ])('are not named by %s', (_, block) => {
    const { rows, heading } = matchPastedColumns(block, TABLE, 0);
    expect([rows, heading]).toEqual([block, undefined]);
  });
});
