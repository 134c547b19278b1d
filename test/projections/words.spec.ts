import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldedText, numberSortKey, stringsIn, wordsOf } from '#projections/port/words.js';

const words = (...texts: string[]) => [...wordsOf(texts)];

describe('words', () => {
  it('are folded runs of letters and digits, each once', () => {
    expect(words('Fish, chips; FISH!', 'Ähre')).toEqual(['fish', 'chips', 'ahre']);
    expect(words('PR-2026-0001')).toEqual(['pr', '2026', '0001']);
    expect(words('01890000-0000-7000-8000-000000000001')).toEqual(['01890000000070008000000000000001']);
  });

  it('are single characters where a script has no spaces, and pictures one by one', () => {
    expect(words('日本 kana')).toEqual(['日', '本', 'kana']);
    expect(words('ok🙂🙂')).toHaveLength(2);
  });

  it('are signs where there is nothing else', () => {
    expect(words('...')).toHaveLength(1);
    expect(words('a ... b')).toHaveLength(3);
    expect(words('a... b')).toEqual(['a', 'b']);
    expect(words('   ', '')).toEqual([]);
  });

  it('are no longer than 64 letters: a longer one is found by how it begins', () => {
    const numbered = (count: number) =>
      Array.from({ length: count }, (_, index) => String(index).padStart(4, '0')).join('');
    expect(words(numbered(16))).toEqual([numbered(16)]);
    expect(words(numbered(17), `${numbered(16)}${'9'.repeat(1_000)}`)).toEqual([numbered(16)]);
    expect(words(`é${numbered(17)}`)).toEqual([`e${numbered(17)}`.slice(0, 64)]);
  });

  it('are found by the text itself, whatever it is, and hold no blank and no quote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, text) => {
        const all = words(`${before} ${text}`);
        for (const word of words(text)) {
          expect(all.some((each) => each.startsWith(word))).toBe(true);
          expect(word).toMatch(/^[^\s"]+$/u);
        }
        if (text.trim() !== '') expect(words(text)).not.toEqual([]);
      }),
    );
  });

  it('sort numbers as numbers', () => {
    const numbers = ['PR-10', 'PR-9', 'PR-100'];
    expect(numbers.sort((a, b) => (numberSortKey(a) < numberSortKey(b) ? -1 : 1))).toEqual([
      'PR-9',
      'PR-10',
      'PR-100',
    ]);
  });

  it('fold to the same text twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) =>
        expect(foldedText(foldedText(text))).toBe(foldedText(text)),
      ),
    );
  });

  it('come from every string of a value, sealed ones left out', () => {
    const value = { a: 'one', b: [{ c: 'two' }, 3, null], d: { sealed: { person: 'p', box: 'b' } } };
    expect([...stringsIn(value)]).toEqual(['one', 'two']);
  });
});
