// Law: whatever a text is, its cell is harmless and the text comes back.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withoutCommand, withoutConversion, withoutFormula } from '#web/screens/formula-cells.js';
import { fromCell, fromExcelCell } from './from-cell.js';

const BEGINNINGS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', "'"];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(fc.array(fc.constantFrom(...BEGINNINGS), { maxLength: 4 }), fc.string())
    .map(([begin, end]) => begin.join('') + end),
);

describe('a cell of an export', () => {
  it.each([
    ["=HYPERLINK('http://x')", "'=HYPERLINK('http://x')"],
    ['+49 170 1234', "'+49 170 1234"],
    ['@home', "'@home"],
    ['\t=1', "'\t=1"],
    ['＝1+1', "'＝1+1"],
    ['-2+3', "'-2+3"],
    ["'=1", "''=1"],
    ['-12.50', '-12.50'],
    ['-3', '-3'],
    ["'tis", "'tis"],
    ['a=b', 'a=b'],
    ['', ''],
  ])('of %j holds %j', (value, cell) => {
    expect(withoutFormula(value)).toBe(cell);
    expect(fromCell(cell)).toBe(value);
  });

  it.each(['+49 170 1234', '+49 (0)30/12.34-5'])(
    'for other programs keeps the telephone number %s',
    (value) => {
      expect([withoutCommand(value), fromCell(withoutCommand(value))]).toEqual([value, value]);
      expect(withoutCommand(`${value}*A1`)).toBe(`'${value}*A1`);
    },
  );

  it('never begins like a formula unless it is a number, and gives its text back', () => {
    fc.assert(
      fc.property(text, (value) => {
        const cell = withoutFormula(value);
        if (!/^-?\d+(\.\d+)?$/.test(value)) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u);
        expect(fromCell(cell)).toBe(value);
      }),
    );
  });

  it.each([
    '01067',
    '1.25',
    '3-4',
    '1/2',
    '2026-0012',
    '12:30',
    '1E5',
    '12345678901234567890',
    '5 €',
    '10%',
    '1,5',
  ])('for Excel keeps %s a text, which Excel would turn into another value', (value) => {
    expect(withoutConversion(value)).toBe(`'${value}`);
    expect(fromExcelCell(`'${value}`)).toBe(value);
  });

  it.each(['0', '2026', '-3', '12345678901', 'Room 5', '3 boxes', 'PR-2026-0001', ''])(
    'for Excel leaves %j as it is, since Excel shows the same',
    (value) => expect(withoutConversion(value)).toBe(value),
  );

  it('for Excel gives its text back, whatever it is', () => {
    const digits = fc.array(fc.constantFrom(..."0123456789.,:/-+ '%€eE".split('')), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          digits.map((each) => each.join('')),
        ),
        (value) => {
          const cell = withoutConversion(value);
          expect(cell).not.toMatch(/^[=+@\t\r\n＝＋－＠]/u);
          expect(fromExcelCell(cell)).toBe(value);
        },
      ),
      { numRuns: 500 },
    );
  });
});
