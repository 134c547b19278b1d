// How the text of a search is parted into terms.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchColumn, splitTerms } from '#query-handling/search/column-matches.js';
import { parseSearchTime } from '#query-handling/search/parse-search-time.js';
import type { Entity, Field } from '#specification/model/specification.js';
import { createFormats } from '#views/format.js';

const BERLIN = 'Europe/Berlin';
const LOCALES = ['en', 'en-US', 'de', 'de-CH', 'fr-FR', 'it', 'es', 'pl', 'sv', 'nl', 'cs', 'ja'];
const ZONES = ['UTC', BERLIN, 'Asia/Tokyo', 'America/New_York', 'Pacific/Chatham'];
const moments = fc.date({
  min: new Date('1980-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});

describe('the terms of a search', () => {
  it('hold a moment that a page shows, and its day, its month and its ISO day, whatever words are beside them', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LOCALES), fc.constantFrom(...ZONES), moments, (locale, timeZone, at) => {
        const formats = createFormats(locale, timeZone);
        const stored = at.toISOString();
        const day = formats.day(stored);
        const written = [formats.dateTime(stored), formats.date(day), formats.monthName(day), day];
        for (const text of written) {
          const terms = splitTerms(`paper ${text} chairs`, { locale, timeZone });
          expect([text, terms.map((term) => term.time !== undefined)]).toEqual([text, [false, true, false]]);
          const { from, until } = terms[1]!.time!.moments;
          expect([text, from <= stored, stored <= until]).toEqual([text, true, true]);
        }
      }),
    );
  });

  it.each([
    ['three numbers', '1 2 2026', ['1', '2', '2026']],
    ['a number of a record', 'PR-2026-0001', ['PR-2026-0001']],
    ['a day that there is not', '30.2.2026', ['30.2.2026']],
    ['a month without a year', 'chairs March', ['chairs', 'March']],
    ['a year alone', 'chairs 2026', ['chairs', '2026']],
  ])('are words where the text is %s', (_, text, terms) => {
    const found = splitTerms(text, { locale: 'en', timeZone: BERLIN });
    expect(found.map(({ text: term, time }) => [term, time])).toEqual(terms.map((term) => [term, undefined]));
  });
});

describe('terms of one text', () => {
  it('are read once for all entities of a search, and anew for another language or time zone', () => {
    const text = '1a '.repeat(66);
    const read = splitTerms(text, { locale: 'de', timeZone: BERLIN });
    expect(splitTerms(text, { locale: 'de', timeZone: BERLIN })).toBe(read);
    expect(splitTerms(text, { locale: 'en', timeZone: BERLIN })).not.toBe(read);
    expect(splitTerms(text, { locale: 'de', timeZone: 'UTC' })).not.toBe(read);
  });
});

describe('a time that is written in a search', () => {
  const read = (text: string) => parseSearchTime(text, { locale: 'de', timeZone: BERLIN });

  it('is a day in columns of days, and from midnight to midnight in columns of moments', () => {
    expect(read('29.03.2026')).toEqual({
      days: { from: '2026-03-29', until: '2026-03-29' },
      moments: { from: '2026-03-28T23:00:00.000Z', until: '2026-03-29T21:59:59.999Z' },
    });
  });

  it('is a whole month', () => {
    expect(read('Februar 2028')).toEqual({
      days: { from: '2028-02-01', until: '2028-02-29' },
      moments: { from: '2028-01-31T23:00:00.000Z', until: '2028-02-29T22:59:59.999Z' },
    });
  });

  it('is a minute, which columns of days do not show', () => {
    const moments = { from: '2026-11-28T22:29:00.000Z', until: '2026-11-28T22:29:59.999Z' };
    expect(read('28.11.2026, 23:29')).toEqual({ moments });
  });

  it('is both minutes where clocks are put back', () => {
    const moments = { from: '2026-10-25T00:30:00.000Z', until: '2026-10-25T01:30:59.999Z' };
    expect(read('25.10.2026, 02:30')).toEqual({ moments });
  });
});

describe('an amount that is written in a search', () => {
  const money = (currency: string, places: number) =>
    ({ key: 'it', type: 'money', currency, places }) as Field;
  const match = (text: string, locale: string, field: Field) => {
    const [term] = splitTerms(text, { locale, timeZone: BERLIN });
    return matchColumn({ key: 'it', path: 'it', field }, term!, { entity: {} as Entity, locale });
  };

  it.each([
    [
      'with its fraction in Arabic digits',
      '١٢٣٤٫٥٠',
      'ar-EG',
      money('EGP', 2),
      { among: new Set([123_450]) },
    ],
    ['with three places', '1,234.567', 'en', money('KWD', 3), { among: new Set([1_234_567]) }],
    ['with fewer places than it has', '1,234.5', 'en', money('KWD', 3), { among: new Set([1_234_500]) }],
    ['of no places', '１，２３４', 'ja', money('JPY', 0), { among: new Set([1234]) }],
    ['with no cents that count', '1.234,00', 'de', money('EUR', 2), { among: new Set([123_400]) }],
    ['without its cents', '1.234', 'de', money('EUR', 2), { from: 123_400, until: 123_499 }],
    ['as its sign alone, of another keyboard', '¥', 'ja', money('JPY', 0), 'any'],
  ])('finds exactly those that are shown so: %s', (_, text, locale, field, expected) => {
    expect(match(text, locale, field)).toEqual(expected);
  });
});
