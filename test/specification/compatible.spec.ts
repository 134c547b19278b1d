import { describe, expect, it } from '@jest/globals';
import { compatible } from '#specification/compatible.js';
import { documentOf, shown, valid } from './documents.js';

const KEY = 'name: Things\nkey: things';
const document = (fields: string, key = KEY) =>
  valid(documentOf({ 1: key, 3: `entities:\n  A:\n    fields:\n${fields.replace(/^/gm, '      ')}` }));
const before = document(
  'title: text\nowner: user\nrate: { type: decimal, places: 2 }\namount: { type: money, currency: EUR }\niban: { type: text, personal: owner }\nlines: { type: table, fields: { price: money } }',
);
const problems = (fields: string, key = KEY) => compatible(before, document(fields, key)).map(shown);
const KEEP = 'keep it as it was, and give what is new a field of its own';

describe('given a published version', () => {
  it('when the next one is the same, has more, has less or has it in other words, then it may be published', () => {
    expect(compatible(before, before)).toEqual([]);
    expect(
      problems('title: { type: text, title: Heading, required: true, max: 5 }\nmore: integer\nowner: user'),
    ).toEqual([]);
    expect(compatible(before, valid(documentOf({ 1: KEY })))).toEqual([]);
  });

  it.each([
    [
      'another key',
      'title: text',
      'name: X\nkey: others',
      '5:1 the key was `things`, and every record is stored under it — write `key: things`, or publish this as another application',
    ],
    [
      'another type',
      'title: integer',
      KEY,
      `14:7 \`title\` in A was of type text and has values; it cannot become integer — ${KEEP}`,
    ],
    [
      'other places',
      'rate: { type: decimal, places: 3 }',
      KEY,
      `14:7 \`rate\` in A had 2 places and has values; it cannot have 3 — ${KEEP}`,
    ],
    [
      'another currency',
      'amount: { type: money, currency: USD }',
      KEY,
      `14:7 \`amount\` in A was in EUR and has amounts; they cannot become USD — ${KEEP}`,
    ],
    [
      'nothing personal any more',
      'owner: user\niban: text',
      KEY,
      `15:7 \`iban\` in A was personal; what was sealed for somebody stays sealed — ${KEEP}`,
    ],
    [
      'a column of another type',
      'lines: { type: table, fields: { price: text } }',
      KEY,
      `14:39 \`price\` in lines of A was of type money and has values; it cannot become text — ${KEEP}`,
    ],
  ])(
    'when the next one has %s, then it may not be published, and why is said with the place',
    (_what, fields, key, problem) => {
      expect(problems(fields, key)).toEqual([problem]);
    },
  );

  it('when the next one has another key only because its title changed, then section 1 is the place', () => {
    const [old, renamed] = [
      valid(documentOf({}, 'Specification: one')),
      valid(documentOf({}, 'Specification: two')),
    ];
    expect(compatible(old, renamed).map(({ line, column }) => `${line}:${column}`)).toEqual(['2:1']);
  });
});
