// Untrusted patterns run in a linear-time engine, validated and bounded in size.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compilePattern, type Pattern } from '#specification/values/pattern.js';
import { valid } from '../documents.js';

const read = (source: string): Pattern => {
  const made = compilePattern(source);
  if ('wrong' in made) throw new Error(made.wrong);
  return made;
};
const wrong = (source: string): string | undefined => {
  const made = compilePattern(source);
  return 'wrong' in made ? made.wrong : undefined;
};

describe('given a pattern that JavaScript would try for hours', () => {
  it.each(['(a+)+b', '(a|a)*b', '(a|aa)+$', '(.*a){20}b', '(x+x+)+y'])(
    'when %s meets ten thousand letters, then it answers',
    (source) => {
      expect(read(source).fits(`${'a'.repeat(10_000)}!`)).toBe(false);
    },
  );
});

it('the IBAN of the example is taken with and without the spaces that banks print', () => {
  const { entities } = valid(readFileSync('specifications/purchase-requests.md', 'utf8'));
  const { pattern } = entities['Request']!.fields.find(({ key }) => key === 'iban')!;
  const fits = (text: string) => read(pattern!).fits(text);
  expect(['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00', 'NO93 8601 1117 947'].map(fits)).toEqual([
    ...[true, true, true],
  ]);
  expect(['DE89 3704', 'DE89  3704 0044 0532 0130 00', 'de89370400440532013000'].map(fits)).toEqual([
    ...[false, false, false],
  ]);
});

describe('given patterns as authors write them', () => {
  it.each([
    ['a|b+', 'bb', true],
    ['a|b+', 'ab', false],
    ['a|b+', 'b\n', false],
    ['[A-Z]{2}[0-9]+', 'DE12', true],
    ['[+0-9 ]+', '+49 30', true],
    ['\\p{Lu}\\p{Ll}+', 'Ärger', true],
    ['[\\w.-]+@[\\w.-]+', 'a.b@c-d.eu', true],
    ['(?<year>\\d{4})', '2026', true],
    ['\\u00e9', 'é', true],
    ['.', '😀', true],
    ['a\\/b', 'a/b', true],
    ['(?i)abc', 'ABC', true],
  ])('when %s meets %s, then it says %s of the whole text', (source, text, expected) => {
    expect(read(source).fits(text)).toBe(expected);
  });

  it('when it is looked for, then it may stand anywhere', () => {
    expect(read('b+').occursIn('abba')).toBe(true);
    expect(read('c').occursIn('abba')).toBe(false);
  });

  it('when they are of letters, classes and repeats, then they say what JavaScript says', () => {
    const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '(?:ab|b)');
    const piece = fc
      .tuple(atom, fc.constantFrom('', '?', '*', '+', '{2}', '{1,3}'))
      .map((two) => two.join(''));
    const source = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ä', '😀'), maxLength: 6 });
    fc.assert(
      fc.property(source, text, (of, some) => {
        expect(read(of).fits(some)).toBe(new RegExp(`^(?:${of})$`, 'u').test(some));
      }),
      { numRuns: 500 },
    );
  });
});

describe('given what is no pattern, or too large a one', () => {
  it.each([
    ['[A-', '`[A-` is no regular expression'],
    ['(a)\\1', 'the pattern looks around or back'],
    ['(?=a)b', 'the pattern looks around or back'],
    ['(?<=a)b', 'the pattern looks around or back'],
    ['a{1000}{1000}', 'the pattern repeats too much at once'],
    ['((a{100}){100}){100}', 'the pattern repeats too much at once'],
    ['((a?){50}){20}', 'the pattern repeats too much at once'],
    ['[ab]{900}c[ab]{900}', 'the pattern repeats too much at once'],
    ['a'.repeat(501), 'the pattern is longer than 500 characters'],
  ])('when it is %s, then it says why', (source, why) => {
    expect(wrong(source)).toBe(why);
  });

  it('when it is anything at all, then it is compiled or refused', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab(){}[]|?*+\\^$.,1923:<>=!pP-'), maxLength: 40 }),
        (source) => {
          const made = compilePattern(source);
          if ('size' in made) expect(made.size).toBeLessThanOrEqual(1500);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
