// Any text's cell is harmless, and the text can be recovered.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { escapeFormulaExceptPhone, escapeForExcel, escapeFormula } from '#web/screens/csv-injection.js';
import { fromCell, fromExcelCell } from './from-cell.js';
import { numRuns } from '#test/property-runs.js';
import { anyText } from '#test/any-text.js';

const BEGINNINGS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', "'"];
const text = fc.oneof(
  anyText(),
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
    ["x;=HYPERLINK('http://x');y", "x;'=HYPERLINK('http://x');y"],
    ["x\n-cmd|'/c calc'!A1", "x\n'-cmd|'/c calc'!A1"],
    ['x;"=SUM(A1:A9)&";y', 'x;\'"=SUM(A1:A9)&";y'],
    ["x;'=SUM(1)", "x;''=SUM(1)"],
    ['{"text":"a;=SUM(1)"}', '{"text":"a;\'=SUM(1)"}'],
    ['Milk, -5; ;-)\n- bread', 'Milk, -5; ;-)\n- bread'],
    ['', ''],
  ])('of %j holds %j', (value, cell) => {
    expect(escapeFormula(value)).toBe(cell);
    expect(fromCell(cell)).toBe(value);
  });

  it.each(['+49 170 1234', '+49 (0)30/12.34-5'])(
    'for other programs keeps the telephone number %s',
    (value) => {
      expect([escapeFormulaExceptPhone(value), fromCell(escapeFormulaExceptPhone(value))]).toEqual([
        value,
        value,
      ]);
      expect(escapeFormulaExceptPhone(`${value}*A1`)).toBe(`'${value}*A1`);
    },
  );

  it('never begins like a formula unless it is a number, and gives its text back', () => {
    fc.assert(
      fc.property(text, (value) => {
        const cell = escapeFormula(value);
        if (!/^-?\d+(\.\d+)?$/.test(value)) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u);
        expect(fromCell(cell)).toBe(value);
      }),
    );
  });

  it('holds no formula that calls anything, also where a spreadsheet splits it at another separator', () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom(...BEGINNINGS, ',', ';', '"', ' ', '(', '|', '!', 'SUM(1)'), fc.string()),
      { maxLength: 12 },
    );
    const spreadsheet = (cell: string) => cell.split(/[,;\t\r\n]/).slice(1);
    fc.assert(
      fc.property(
        pieces.map((each) => each.join('')),
        (value) => {
          for (const [escape, back] of [
            [escapeFormula, fromCell],
            [escapeFormulaExceptPhone, fromCell],
            [escapeForExcel, fromExcelCell],
          ] as const) {
            const cell = escape(value);
            for (const piece of spreadsheet(cell)) expect(piece).not.toMatch(/^[" ]*[=+\-@＝＋－＠].*[(|!]/u);
            expect(back(cell)).toBe(value);
          }
        },
      ),
      { numRuns: numRuns(1_000) },
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
    expect(escapeForExcel(value)).toBe(`'${value}`);
    expect(fromExcelCell(`'${value}`)).toBe(value);
  });

  it.each(['0', '2026', '-3', '12345678901', 'Room 5', '3 boxes', 'PR-2026-0001', ''])(
    'for Excel leaves %j as it is, since Excel shows the same',
    (value) => expect(escapeForExcel(value)).toBe(value),
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
          const cell = escapeForExcel(value);
          expect(cell).not.toMatch(/^[=+@\t\r\n＝＋－＠]/u);
          expect(fromExcelCell(cell)).toBe(value);
        },
      ),
      { numRuns: numRuns(500) },
    );
  });
});
