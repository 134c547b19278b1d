import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldText } from '#specification/values/fold-text.js';
import { toNaturalSortKey, collectStrings, splitWords } from '#projections/port/search-words.js';
import { anyText } from '#test/any-text.js';

const words = (...texts: string[]) => [...splitWords(texts)];

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
      fc.property(anyText(), anyText(), (before, text) => {
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
    expect(numbers.sort((a, b) => (toNaturalSortKey(a) < toNaturalSortKey(b) ? -1 : 1))).toEqual([
      'PR-9',
      'PR-10',
      'PR-100',
    ]);
  });

  it.each([
    ['Łódź', 'lodz'],
    ['Ørsted', 'orsted'],
    ['Iğdır', 'igdir'],
    ['İstanbul', 'istanbul'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Þórr Æsir', 'thorr aesir'],
    ['Đặng', 'dang'],
    ['e\u0301\u0323', 'e'],
    ['\ufb01nal', 'final'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Οδός', 'οδοσ'],
    ['שָׁלוֹם', 'שלומ'],
    ['مُحَمَّد', 'محمد'],
    ['Do\u00adnau', 'donau'],
    ['обʼєкт', "об'єкт"],
    ['O’Neill', "o'neill"],
    ['ʿAlī', "'ali"],
    ['Nord–Süd − „Ost“', 'nord-sud - "ost"'],
    ['Ёлка', 'елка'],
    ['Чай', 'чай'],
    ['شركة إيران', 'شركه ايران'],
    ['علی', 'علي'],
    ['على', 'علي'],
    ['کتاب', 'كتاب'],
    ['ٱلْأَمْر', 'الامر'],
    ['مؤتمر', 'موتمر'],
    ['می‌خواهم', 'ميخواهم'],
    ['مـــدير', 'مدير'],
    ['١٢٣ ۱۲۳ १२३ １２３', '123 123 123 123'],
    ['שלום', 'שלומ'],
    ['ﾗｯﾌﾟﾄｯﾌﾟ', 'らつふ\u309aとつふ\u309a'],
    ['ラップトップ', 'らつふ\u309aとつふ\u309a'],
    ['फ़ाइल', 'फ\u093cाइल'],
    ['Ｄａｙｂｏｏｋ', 'daybook'],
  ])('fold %s as people type it on any keyboard', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('fold every letter there is to what folding leaves alone, however it is composed and in any case', () => {
    const unstable: string[] = [];
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const letter = String.fromCodePoint(code);
      if (!/[\p{L}\p{M}\p{N}\p{P}]/u.test(letter) || /[\p{sc=Han}\p{sc=Hangul}]/u.test(letter)) continue;
      const folded = foldText(letter);
      const others = [letter.normalize('NFC'), letter.normalize('NFD'), folded.toUpperCase()].map(foldText);
      if ([...others, foldText(folded)].some((each) => each !== folded)) unstable.push(code.toString(16));
    }
    expect(unstable).toEqual([]);
  });

  it('fold to the same text twice, composed or not, and in any case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(foldText(text.normalize('NFD'))).toBe(folded);
        expect(foldText(text.normalize('NFC'))).toBe(folded);
        expect(foldText(folded.toUpperCase())).toBe(folded);
      }),
    );
  });

  it('are found by any spelling that the root collation of Unicode takes for the same letter of an alphabet in use', () => {
    const { compare } = new Intl.Collator('und', { sensitivity: 'base' });
    const withoutSounds = (letter: string) => foldText(letter).replace(/[\u3099\u309a]/g, '');
    const IN_USE =
      /[\u00aa-\u013e\u0141-\u024f\u037b-\u045f\u05d0-\u05ea\u0621-\u064a\u1e00-\u1fff\u3041-\u3096\u30a1-\u30f6\uff10-\uff5a\uff66-\uff9d]/u;
    const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
      .filter((letter) => /^[a-z0-9]$/.test(letter) || (IN_USE.test(letter) && /[\p{L}\p{Nd}]/u.test(letter)))
      .sort(compare);
    const apart = letters.filter((letter, index) => {
      const before = letters[index - 1] ?? '';
      return compare(before, letter) === 0 && withoutSounds(before) !== withoutSounds(letter);
    });
    expect(apart).toEqual([]);
  });

  it('are the same for signs of any keyboard that stand alone', () => {
    expect(words('Laptop – dock').sort()).toEqual(words('Laptop - dock').sort());
    expect(words('“ ”')).toEqual(words('" "'));
  });

  it('are the same where they are stored and where they are searched for, folded or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const stored = words(text);
        for (const word of words(text.normalize('NFD'))) expect(stored).toContain(word);
      }),
    );
  });

  it('come from every string of a value, sealed ones left out', () => {
    const value = { a: 'one', b: [{ c: 'two' }, 3, null], d: { sealed: { person: 'p', box: 'b' } } };
    expect([...collectStrings(value)]).toEqual(['one', 'two']);
  });
});
