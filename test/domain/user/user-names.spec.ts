// Invisible, reversed and confusable names.
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  checkDisplayName,
  computeNameSkeleton,
  normalizeSignInName,
  checkSignInName,
} from '#domain/user/user-names.js';

describe('a sign-in name', () => {
  it.each([
    'ada',
    'Ada',
    'ada.lovelace',
    'o’neil',
    'ada@example.org',
    'jörg_2',
    'наташа',
    '山田はな',
    '김하나',
    'ｇｒａｃｅ',
    ' ada ',
    'ada\n',
  ])('can be %j', (name) => expect(checkSignInName(name)).toBeUndefined());

  it.each([
    ['invisible', 'a\u200bda'],
    ['reversed', 'ada\u202egro'],
    ['a soft hyphen', 'a\u00adda'],
    ['a variation selector', 'ada\ufe0f'],
    ['a filler', 'ada\u3164'],
    ['a control character', 'a\u0007da'],
    ['two scripts', 'аda'],
    ['two scripts, one letter', 'paypаl'],
    ['Greek among Latin', 'αda'],
    ['a blank inside', 'ada lovelace'],
    ['a tag character', 'ada\u{e0061}'],
    ['an emoji', 'ada😀'],
    ['Daybook itself', 'System'],
    ['what looks like Daybook', 'Dayb00k'],
    ['no letters', '...'],
  ])('cannot have %s', (_what, name) => expect(checkSignInName(name)).toBeDefined());

  it('that looks like a name of Daybook is refused with the similar name and a remedy', () => {
    expect(checkSignInName('Dayb00k')).toEqual({
      why: createPhrase('name.reserved', { name: 'daybook' }),
      instead: createPhrase('name.reserved-sign-in'),
    });
    expect(checkDisplayName('ADM1N', { reserved: true })).toEqual({
      why: createPhrase('name.reserved', { name: 'admin' }),
      instead: createPhrase('name.reserved-instead'),
    });
  });

  it('is shown in its normalized form, so that a capital cannot imitate another letter', () => {
    expect(normalizeSignInName('aIice')).toBe('aiice');
    expect(normalizeSignInName('ＡＤＡ')).toBe('ada');
  });

  it.each([
    ['mary', 'rnary'],
    ['paul0', 'paulo'],
    ['bill', 'bi1l'],
    ['сор', 'cop'],
    ['vicky', 'νicky'],
  ])('%j looks like %j', (one, other) => expect(computeNameSkeleton(one)).toBe(computeNameSkeleton(other)));

  it('has a skeleton that is its own skeleton', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) =>
        expect(computeNameSkeleton(name)).toBe(computeNameSkeleton(` ${name} `)),
      ),
    );
  });

  it('that is accepted contains no invisible characters (property)', () => {
    const unseen = fc.constantFrom(
      '\u200b',
      '\u202e',
      '\u2066',
      '\u00ad',
      '\ufeff',
      '\u0000',
      '\u{e0041}',
      '\u115f',
    );
    const made = fc
      .tuple(fc.string(), unseen, fc.string({ minLength: 1 }))
      .map(([a, b, c]) => `x${a}${b}${c}x`);
    fc.assert(fc.property(made, (name) => expect(checkSignInName(name)).toBeDefined()));
    fc.assert(fc.property(made, (name) => expect(checkDisplayName(name, { reserved: false })).toBeDefined()));
  });
});

describe('a display name', () => {
  it.each([
    'Ada Lovelace',
    'Jean-Luc O’Neil',
    'José',
    'Ада',
    '山田　花子',
    'می\u200cخواهم',
    'Ada Admin',
    'Sys Temple',
  ])('can be %j', (name) => expect(checkDisplayName(name, { reserved: true })).toBeUndefined());

  it.each([
    'system',
    'System',
    'SYSTEM',
    'ｓystem',
    'ѕуѕtеm',
    ' daybook ',
    'Daybооk',
    'Admin',
    'Αdmin',
    'ADMlN',
    'adrnin',
    'erased  person',
    'Nobody',
  ])('cannot be %j', (name) => {
    expect(checkDisplayName(name, { reserved: true })).toBeDefined();
    if (!/\u200b/.test(name)) expect(checkDisplayName(name, { reserved: false })).toBeUndefined();
  });

  it.each([
    'Ada\u202ednoB',
    'Ada\u200d',
    'A\u200cda',
    'Ada\nBond',
    'Z\u0301\u0301\u0301\u0301\u0301algo',
    '\u2067Ada',
  ])('cannot be %j, which is not what it seems', (name) =>
    expect(checkDisplayName(name, { reserved: false })).toBeDefined(),
  );
});
