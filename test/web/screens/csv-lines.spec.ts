// Parsing an export by RFC 4180 yields the original texts.
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createCsvStringifier } from '#web/screens/csv-export.js';

/** RFC 4180; outside of quotes a line also ends with LF or CR alone, as in spreadsheets. */
function read(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

const written = (rows: readonly (readonly string[])[]) =>
  text(Readable.from(rows).pipe(createCsvStringifier({ bom: false, delimiter: ',' })));

const cell = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom('a', '"', ',', '\n', '\r', '\r\n', ' ', ';')).map((parts) => parts.join('')),
);

describe('lines of an export', () => {
  it.each(['two\nlines', 'two\rlines', 'two\r\nlines', '"', '\n'])('keep %j in its cell', async (value) => {
    expect(read(await written([['id', value, 'end']]))).toEqual([['id', value, 'end']]);
  });

  it('are read as they were written', async () => {
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => expect(read(await written(given))).toEqual(given)),
    );
  });
});
