import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDay, formatMoment } from '#specification/values/format-by-locale.js';
import {
  parseLocalizedDay,
  parseLocalizedMoment,
  parseLocalizedMonth,
  formatLocalizedDay,
} from '#specification/values/localized-day.js';

const LOCALES = [
  ...['en', 'en-US', 'en-GB', 'en-CA', 'de', 'de-AT', 'de-CH', 'fr-FR', 'fr-CH', 'it', 'es', 'pt-BR', 'pl'],
  ...[
    'sv',
    'nl',
    'da',
    'fi',
    'tr',
    'ru',
    'cs',
    'ja',
    'zh-Hans-CN',
    'ar-EG',
    'hi',
    'ko',
    'vi',
    'he',
    'mn',
    'eu',
  ],
];
const locales = fc.constantFrom(...LOCALES);
const moments = fc.date({
  min: new Date('1000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});

describe('a day as a locale writes it', () => {
  it('is read back as the day it was, in figures and with the name of its month', () => {
    fc.assert(
      fc.property(locales, moments, (locale, moment) => {
        const iso = moment.toISOString().slice(0, 10);
        expect([locale, parseLocalizedDay(formatLocalizedDay(iso, locale), locale)]).toEqual([locale, iso]);
        const shown = formatDay(iso, { locale, timeZone: 'UTC' });
        expect([locale, shown, parseLocalizedDay(shown, locale)]).toEqual([locale, shown, iso]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['de', '20.11.2026', '2026-11-20'],
    ['de', '3.4.2026', '2026-04-03'],
    ['de', '20. November 2026', '2026-11-20'],
    ['en', '03/04/2026', '2026-04-03'],
    ['en', '20 Nov 2026', '2026-11-20'],
    ['en', '11/20/2026', '2026-11-20'],
    ['en-US', '03/04/2026', '2026-03-04'],
    ['en-US', 'Nov 20, 2026', '2026-11-20'],
    ['es', '20 de noviembre de 2026', '2026-11-20'],
    ['de', '2026-1-5', '2026-01-05'],
    ['vi', '5 tháng 11, 2026', '2026-11-05'],
    ['vi', 'tháng 11 năm 2026', undefined],
    ['ko', '2026년 11월', undefined],
    ['he', '5 בנובמבר 2026', '2026-11-05'],
    ['he', '5 נובמבר 2026', '2026-11-05'],
    ['de', '30.2.2026', undefined],
    ['de', '20.11.26', undefined],
    ['en', '20 Foo 2026', undefined],
    ['en', 'tomorrow', undefined],
  ])('%s reads %j as %j', (locale, text, day) => {
    expect(parseLocalizedDay(text, locale)).toBe(day);
  });
});

describe('a month as a locale writes it', () => {
  it('is read back as the month it was', () => {
    fc.assert(
      fc.property(locales, moments, (locale, moment) => {
        const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
        const shown = new Intl.DateTimeFormat(locale, style).format(moment);
        expect([locale, shown, parseLocalizedMonth(shown, locale)]).toEqual([
          locale,
          shown,
          moment.toISOString().slice(0, 7),
        ]);
      }),
    );
  });
});

describe('a moment as a locale writes it', () => {
  it('is read back to the minute', () => {
    const written = fc.constantFrom('en', 'en-US', 'en-GB', 'de', 'de-CH', 'fr-FR', 'it', 'pl', 'sv', 'nl');
    fc.assert(
      fc.property(written, moments, (locale, moment) => {
        const iso = `${moment.toISOString().slice(0, 16)}:00`;
        const shown = formatMoment(moment, { locale: locale === 'en' ? 'en-GB' : locale, timeZone: 'UTC' });
        expect([shown, parseLocalizedMoment(shown, locale)]).toEqual([shown, iso]);
      }),
    );
  });

  it.each([
    ['de', '20.11.2026 9:05', '2026-11-20T09:05:00'],
    ['en-US', '11/20/2026 12:30 AM', '2026-11-20T00:30:00'],
    ['en-US', '11/20/2026 12:30 pm', '2026-11-20T12:30:00'],
    ['de', '20.11.2026', undefined],
  ])('%s reads %j as %j', (locale, text, moment) => {
    expect(parseLocalizedMoment(text, locale)).toBe(moment);
  });
});
