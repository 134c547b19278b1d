import { translatorFor } from '#views/messages/translate.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ERASED, formatUnits } from '#specification/model/stored-value.js';
import { createFormats, initials } from '#views/format.js';
import { formatDisplayValue } from '#views/parts/display-value.js';
import type { DisplayValue } from '#views/view-models/display-value.js';

const english = createFormats('en', 'Europe/Berlin');
const german = createFormats('de', 'Europe/Berlin');
/** Intl writes non-breaking spaces. */
const plain = (text: string) => text.replace(/\u00a0|\u202f/g, ' ');
const shown = (
  type: DisplayValue['type'],
  value: DisplayValue['value'],
  rest: Partial<DisplayValue> = {},
): DisplayValue => ({
  key: 'key',
  title: 'Title',
  type,
  value,
  ...rest,
});

describe('formats of many time zones', () => {
  it('are kept for those asked for last only, since one alone fills 300 KB', () => {
    const [first, ...others] = Intl.supportedValuesOf('timeZone').slice(0, 120);
    const before = createFormats('en', first!);
    expect(createFormats('en', first!)).toBe(before);
    for (const timeZone of others) createFormats('en', timeZone);
    expect(createFormats('en', first!)).not.toBe(before);
    expect(createFormats('en', others.at(-1)!)).toBe(createFormats('en', others.at(-1)!));
  });
});

describe('money', () => {
  it.each([
    ['en', 1250, 2, 'EUR', '€12.50'],
    ['en', -1250, 2, 'EUR', '-€12.50'],
    ['en', 5, 2, 'EUR', '€0.05'],
    ['de', 1_234_567, 2, 'EUR', '12.345,67 €'],
    ['en', 1500, 0, 'JPY', 'JP¥1,500'],
    ['en', 9_007_199_254_740_991, 2, 'EUR', '€90,071,992,547,409.91'],
  ])('in %s, %d units of %d places of %s reads %s', (locale, units, places, currency, expected) => {
    expect(plain(createFormats(locale, 'UTC').money(units, places, currency))).toBe(expected);
  });

  it('shows the number where the currency is none', () => {
    expect(english.money(1250, 2, 'EURO')).toBe('12.50');
  });
});

describe('decimals', () => {
  it('are exact for every stored number', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 6 }), (units, places) => {
        const text = formatUnits(units, places);
        expect(Number(text.replace('.', ''))).toBe(units === 0 ? Number(text.replace('.', '')) : units);
        expect(text.split('.')[1]?.length ?? 0).toBe(places);
      }),
    );
  });

  it('group thousands from five digits on, so that years stay years', () => {
    expect(english.number(2026, 0)).toBe('2026');
    expect(english.number(20_260, 0)).toBe('20,260');
    expect(german.number(20_260, 1)).toBe('2026,0');
  });
});

describe('moments', () => {
  const instant = '2026-11-20T23:30:00.000Z';

  it('stand in the time zone of the reader', () => {
    expect(english.dateTime(instant)).toBe('21 Nov 2026, 00:30');
    expect(createFormats('en', 'America/New_York').dateTime(instant)).toBe('20 Nov 2026, 18:30');
    expect(german.dateTime(instant)).toBe('21.11.2026, 00:30');
    expect(english.localDateTime('2026-11-20T10:00')).toBe('20 Nov 2026, 10:00');
    expect(german.localDateTime('2026-11-20T10:00:05.123')).toBe('20.11.2026, 10:00');
    expect(english.day(instant)).toBe('2026-11-21');
    expect(english.dayHeading(instant)).toContain('21 November 2026');
  });

  it('days of the calendar are the same everywhere', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      expect(createFormats('en', zone).date('2026-11-20')).toBe('20 Nov 2026');
    }
  });

  it.each(['0000-01-01', '0001-01-01', '0026-11-20'])(
    'leaves the day %s as it is stored, since its year would read like another one',
    (day) => {
      const instant = `${day}T10:00:00.000Z`;
      expect([
        english.date(day),
        english.dayName(day),
        english.dateTime(instant),
        english.day(instant),
      ]).toEqual([...[day, day], ...[instant, day]]);
      expect(english.date('1000-01-01')).toBe('1 Jan 1000');
    },
  );

  it('names months and periods of the calendar they are counted in, also where days are written in another one', () => {
    const persian = createFormats('fa-IR', 'Asia/Tehran');
    expect(persian.monthName('2026-11-01')).toContain('۲۰۲۶');
    expect(persian.period('2026-11-01', 'month')).toContain('۲۰۲۶');
    expect(persian.date('2026-11-20')).toContain('۱۴۰۵');
  });

  it('show what is no date as it is', () => {
    expect(english.date('soon')).toBe('soon');
    expect(english.dateTime('')).toBe('');
  });

  it('odd locales and zones do not stop a page', () => {
    expect(createFormats('not a locale!', 'Mars/Olympus').dateTime(instant)).toBe('20 Nov 2026, 23:30');
  });
});

describe('shown values in words', () => {
  it.each([
    ['hidden', shown('money', null, { hidden: true }), 'not visible to you'],
    ['erased', shown('text', ERASED), 'erased'],
    ['empty', shown('text', null), ''],
    ['text', shown('text', ' as it is '), ' as it is '],
    ['yes', shown('boolean', true), 'Yes'],
    ['no', shown('boolean', false), 'No'],
    ['label', shown('choice', 'rnd', { label: 'Research' }), 'Research'],
    ['decimal', shown('decimal', 15, { places: 1 }), '1.5'],
    ['date', shown('date', '2026-11-20'), '20 Nov 2026'],
    ['one row', shown('table', [{}]), '1 row'],
    ['rows', shown('table', [{}, {}]), '2 rows'],
    ['a text in a field that was a number once', shown('integer', 'many'), 'many'],
  ])('%s', (_what, value, expected) => {
    expect(formatDisplayValue(value, english, translatorFor('en'))).toBe(expected);
  });

  it('erased and hidden come before a label', () => {
    expect(
      formatDisplayValue(shown('user', null, { hidden: true, label: 'Ada' }), english, translatorFor('en')),
    ).toBe('not visible to you');
    expect(formatDisplayValue(shown('user', ERASED, { label: 'Ada' }), english, translatorFor('en'))).toBe(
      'erased',
    );
  });
});

describe('initials', () => {
  it.each([
    ['Ada Okafor', 'AO'],
    ['Plato', 'P'],
    ['  Johann Wolfgang von Goethe ', 'JG'],
    ['👩‍🔬 Lab', '👩L'],
    ['', ''],
  ])('of %s are %s', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
