// References are looked up before deciding: a table that will be refused must not cost a look-up per row.
import { describe, expect, it } from '@jest/globals';
import { collectInputReferences } from '#domain/record/input/parse-input.js';
import { documentOf, valid } from '#test/specification/documents.js';

const MOST = 3;

const { fields } = valid(
  documentOf({
    3: `entities:
  Order:
    fields:
      lines: { type: table, fields: { what: text, who: user, part: { type: reference, to: Order } } }`,
  }),
).entities['Order']!;

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ who: `person ${index}`, part: `part ${index}` }));

describe('given a table whose rows point to people and records', () => {
  it('when it has the maximum of rows, then all references are collected, without empty rows', () => {
    const links = collectInputReferences(fields, { lines: [{}, { who: '' }, ...rows(MOST), null] }, MOST);
    expect([links.people.size, links.records.get('Order')?.size]).toEqual([MOST, MOST]);
  });

  it('when it has more rows, then it is refused and no reference is collected', () => {
    const links = collectInputReferences(fields, { lines: rows(MOST + 1) }, MOST);
    expect([links.people.size, links.records.size]).toEqual([0, 0]);
  });
});
