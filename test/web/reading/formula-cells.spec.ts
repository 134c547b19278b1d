// Law: whatever a text is, its cell is harmless and the text comes back.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withoutCommand, withoutFormula } from '#web/records/formula-cells.js';
import { fromCell } from './from-cell.js';

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
});
