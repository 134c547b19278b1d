// The check always answers, and each problem lies inside the document.
import { describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { checkDocument } from '#specification/check-document.js';
import { documentOf, fixture, mended, shown, valid } from './documents.js';
import { numRuns, sampleCases } from '../property-runs.js';
import { anyText } from '#test/any-text.js';

const naughty = createRequire(import.meta.url)('big-list-of-naughty-strings') as readonly string[];
const document = mended();

function expectInside(text: string): void {
  const lines = text.split(/\r\n|\n|\r/);
  const { problems } = checkDocument(text);
  const outside = problems.filter(({ line, column }) => {
    const length = lines[line - 1]?.length;
    return length === undefined || column < 1 || column > length + 1;
  });
  expect(outside).toEqual([]);
}

describe('given a valid document', () => {
  it('when it is cut off anywhere, then the check answers and its problems lie inside', () => {
    for (let length = 0; length < document.length; length += 23) expectInside(document.slice(0, length));
  });

  it('when a line is missing, then the check answers and its problems lie inside', () => {
    const lines = document.split('\n');
    for (const index of sampleCases([...lines.keys()]))
      expectInside(lines.filter((_, at) => at !== index).join('\n'));
  });

  it('when a lone carriage return stands anywhere, then it ends a line, as in Markdown', () => {
    for (let at = 0; at < document.length; at += 61)
      expectInside(`${document.slice(0, at)}\r${document.slice(at)}`);
    expectInside(`${document.slice(0, 2357)}\r${document.slice(2357)}`);
  });

  it('when parts of it are exchanged for others, then the check answers and its problems lie inside', () => {
    const edits = fc.array(
      fc.record({
        at: fc.nat(document.length),
        cut: fc.nat(20),
        put: fc.oneof(
          fc.constantFrom(
            '{',
            '}',
            '[',
            ']',
            ':',
            '"',
            "'",
            '`',
            '```',
            '\n',
            '\t',
            '&a',
            '*a',
            '- ',
            '|',
            '>',
            '#',
            '%',
            '@',
            '!',
          ),
          anyText({ maxLength: 6 }),
          fc.constantFrom(
            'null',
            'true',
            '1e400',
            '-0',
            '0x1F',
            '2026-13-45',
            '__proto__: {}',
            'constructor',
            '<<: *a',
          ),
        ),
      }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(edits, (all) => {
        const changed = all.reduce(
          (text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut),
          document,
        );
        expectInside(changed);
      }),
      { numRuns: numRuns(150) },
    );
  });

  it('when values of it are exchanged for other values, then the check answers and its problems lie inside', () => {
    const lines = document.split('\n');
    const values = [
      'null',
      '[]',
      '{}',
      '"{"',
      '-1',
      '1.5',
      'true',
      '*x',
      '[[]]',
      '{a: {b: {c: d}}}',
      "'''",
      'record.',
      '"((("',
      '5 EUR',
    ];
    const exchanged = lines.flatMap((line, index) =>
      values
        .filter((_, at) => (at + index) % 3 === 0)
        .map((value) => ({ index, line, changed: line.replace(/: .*$/, `: ${value}`) })),
    );
    const cases = exchanged.filter(({ line, changed }) => changed !== line);
    for (const { index, changed } of sampleCases(cases)) expectInside(lines.with(index, changed).join('\n'));
  });
});

describe('given every naughty string', () => {
  const texts = naughty.filter((text) => !text.includes('\0'));

  it('when it is a title of a field, a state, an action, a role and a choice, then it is there unchanged', () => {
    const each = (line: (quoted: string, index: number) => string) =>
      texts.map((text, index) => line(JSON.stringify(text), index)).join('\n');
    const { entities, roles } = valid(
      documentOf({
        3: `entities:\n  A:\n    fields:\n${each((text, index) => `      f${index}: { type: choice, title: ${text}, of: { a: ${text} } }`)}`,
        4: `lifecycles:\n  A:\n    states:\n${each((text, index) => `      s${index}: { title: ${text} }`)}\n    actions:\n${each((text, index) => `      a${index}: { from: s0, to: s${index}, title: ${text} }`)}`,
        6: `roles:\n${each((text, index) => `  r${index}: { title: ${text} }`)}`,
      }),
    );
    const { fields = [], lifecycle } = entities['A'] ?? {};
    expect(fields.map(({ title }) => title)).toEqual(texts);
    expect(fields.map(({ choices }) => choices[0]?.title)).toEqual(texts);
    expect(lifecycle?.states.map(({ title }) => title)).toEqual(texts);
    expect(lifecycle?.actions.map(({ title }) => title)).toEqual(texts);
    expect(Object.values(roles).map(({ title }) => title)).toEqual(texts);
  });

  it('when it is a name, an expression or a message, then the check answers and its problems lie inside', () => {
    for (const text of sampleCases(texts)) {
      const quoted = JSON.stringify(text);
      expectInside(
        documentOf({
          1: `${quoted}: ${quoted}\ncurrency: ${quoted}\ntimeZone: ${quoted}\nlocale: ${quoted}\nkey: ${quoted}`,
          2: `screens: { ${quoted}: { list: ${quoted} } }`,
          3: `entities: { A: { title: ${quoted}, number: ${quoted}, fields: { x: { type: text, computed: ${quoted}, pattern: ${quoted} }, ${quoted}: text } } }`,
          5: `rules: { R: { on: A, check: ${quoted}, error: ${quoted} } }`,
          8: `errors: { OOPS: { message: ${quoted} } }`,
          9: `constants: { a: ${quoted} }`,
        }),
      );
    }
  });
});

describe('given many different mistakes', () => {
  it('when one name of the example is misspelt, then the document is refused or means the same', () => {
    const words = [...fixture('design-example.md').matchAll(/\b(record|constants|user)\.(\w+)/g)];
    for (const word of words) {
      const misspelt = `${document.slice(0, document.indexOf(word[0]))}${word[0]}x${document.slice(document.indexOf(word[0]) + word[0].length)}`;
      expect(checkDocument(misspelt).problems.map(shown)).not.toEqual([]);
    }
  });
});
