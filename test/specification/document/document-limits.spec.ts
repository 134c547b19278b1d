// Limits are checked before parsing and display.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkDocument } from '#specification/check-document.js';
import { documentOf } from '../documents.js';

const prose = (text: string) => documentOf({}).replace('not shown.', `Words.\n\n${text}`);
const times = (text: string, count: number) => text.repeat(count);
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const SIGNS = 'the prose has more than 4000 signs such as `*`, `[` and `<`';
const LONG = 'the prose is longer than 2000 lines or 200000 characters';
const DEEP = 'this is nested more than 12 levels deep';
const PARTS = 'the yaml of this document has more than 20000 parts';

const HOSTILE: Readonly<Record<string, readonly [document: string, message: string]>> = {
  'emphasis that never ends': [prose(times('*a **', 90_000)), SIGNS],
  'emphasis of two kinds': [prose(times('*a_ ', 90_000)), SIGNS],
  brackets: [prose(times('[', 5_000)), SIGNS],
  'links in links': [prose(times('[', 3_000) + times('](b)', 3_000)), SIGNS],
  entities: [prose(times('&amp;', 5_000)), SIGNS],
  'raw html': [prose(times('<a ', 5_000)), SIGNS],
  'a wide table': [prose(`${times('|a', 3_000)}\n${times('|-', 3_000)}`), SIGNS],
  'items in items': [prose(lines(150, (n) => `${' '.repeat(2 * n)}- a`)), DEEP],
  'items in items in one line': [prose(`${times('- ', 500)}a`), DEEP],
  'quotes in quotes': [prose(`${times('> ', 500)}a`), DEEP],
  'many items': [prose(lines(3_000, () => '- a')), LONG],
  'one long paragraph': [prose(times('words ', 50_000)), LONG],
  'six thousand required fields': [
    documentOf({
      3: `entities:\n  Thing:\n    fields:\n${lines(6_000, (n) => `      f${n}: { type: text, required: true }`)}`,
    }),
    PARTS,
  ],
  commas: [documentOf({ 3: `[${times(',', 900_000)}]` }), PARTS],
  'maps in maps': [documentOf({ 3: times('{a: ', 100_000) }), PARTS],
  'lists in lists': [documentOf({ 3: times('[', 900_000) }), PARTS],
};

describe('given a document that holds more than any needs', () => {
  it.each(Object.entries(HOSTILE))('when it is %s, then it says so', (_, [document, message]) => {
    const { ok, problems } = checkDocument(document);
    expect(ok).toBe(false);
    expect(problems.map((problem) => problem.message)).toContain(message);
  });

  it('when only the prose of one line is too deep, then that line is named', () => {
    const document = prose(`- a\n- b\n\n${times('> ', 13)}deep`);
    const { problems } = checkDocument(document);
    const [{ line, message }] = problems as readonly [(typeof problems)[0]];
    expect([message, document.split('\n')[line - 1]]).toEqual([DEEP, `${times('> ', 13)}deep`]);
  });

  it('when prose is what people write, then it is no problem', () => {
    const words = fc.constantFrom(
      '*a*',
      '**b**',
      '`c`',
      '[d](e)',
      '> f',
      '- g',
      '1. h',
      '| i | j |',
      '  - k',
      'l',
    );
    fc.assert(
      fc.property(fc.array(fc.array(words, { maxLength: 9 }), { maxLength: 100 }), (paragraphs) => {
        const text = paragraphs.map((paragraph) => paragraph.join('\n')).join('\n\n');
        expect(checkDocument(prose(text)).problems).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
