// Formatted numbers parse back, and ambiguous ones are refused.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  listLikelyReadings,
  getNumberNotation,
  PLAIN_NOTATION,
} from '#specification/numbers/number-notation.js';
import { jsonNumberToStoredUnits } from '#specification/model/stored-value.js';

const LOCALES = [
  ...[
    'en',
    'en-GB',
    'en-IN',
    'en-ZA',
    'de',
    'de-DE',
    'de-AT',
    'de-CH',
    'fr-FR',
    'fr-CH',
    'it-CH',
    'es',
    'es-MX',
  ],
  ...[
    'pl',
    'bg',
    'pt-PT',
    'pt-CV',
    'sv',
    'rm',
    'tr',
    'ja',
    'zh-Hans-CN',
    'zh-u-nu-hanidec',
    'ru',
    'he',
    'ar',
  ],
  ...['ar-EG', 'fa', 'hi', 'mr', 'ne', 'bn', 'my', 'ur-PK', 'th-TH-u-nu-thai'],
];
const DECIMAL = { type: 'decimal' } as const;
const euros = { type: 'money', currency: 'EUR' } as const;
const kinds = fc.constantFrom(DECIMAL, euros, { type: 'money', currency: 'KWD' } as const);
const locales = fc.constantFrom(...LOCALES);
const places = fc.integer({ min: 0, max: 12 });

const read = (locale: string, text: string, digits = 2) => {
  const notation = getNumberNotation(DECIMAL, locale);
  const found = notation.read(text, digits);
  return 'units' in found ? found.units : found.readings.map((units) => notation.write(units, digits));
};

describe('a number as a locale writes it', () => {
  it('is read back as what it was', () => {
    fc.assert(
      fc.property(locales, kinds, fc.maxSafeInteger(), places, (locale, kind, units, digits) => {
        const notation = getNumberNotation(kind, locale);
        expect(notation.read(notation.write(units, digits), digits)).toEqual({ units: units + 0 });
      }),
      { numRuns: 2000 },
    );
  });

  it('is read as Intl itself writes it, with every kind of grouping, a sign and digits of its own', () => {
    const grouping = fc.constantFrom('always' as const, 'auto' as const, 'min2' as const, false as const);
    fc.assert(
      fc.property(locales, fc.maxSafeInteger(), places, grouping, (locale, units, digits, useGrouping) => {
        const fractions = { minimumFractionDigits: digits, maximumFractionDigits: digits };
        const format = new Intl.NumberFormat(locale, { ...fractions, useGrouping });
        const text = format.format(PLAIN_NOTATION.write(units, digits) as Intl.StringNumericLiteral);
        expect(getNumberNotation(DECIMAL, locale).read(text, digits)).toEqual({ units: units + 0 });
      }),
    );
  });

  it('is read without groups and with plain digits everywhere', () => {
    fc.assert(
      fc.property(locales, fc.maxSafeInteger(), (locale, units) => {
        expect(read(locale, String(units), 0)).toBe(units + 0);
      }),
    );
  });

  it('is never read as a thousand times what another locale meant by it', () => {
    fc.assert(
      fc.property(locales, fc.integer({ min: 1, max: 999 }), (locale, thousands) => {
        for (const sign of ['.', ',']) {
          const found = getNumberNotation(DECIMAL, locale).read(`${thousands}${sign}500`, 2);
          const own = getNumberNotation(DECIMAL, locale).write(1_234_500_000, 0).includes(sign);
          if ('units' in found) expect([own, found.units]).toEqual([true, thousands * 100_000 + 50_000]);
          else expect(found.readings).toEqual([thousands * 100_000 + 50_000, thousands * 100 + 50]);
        }
      }),
    );
  });
});

it.each<[string, string, number | string[]]>([
  ['de-DE', '2.500', 250_000],
  ['de-DE', '2,50', 250],
  ['de-DE', '2500', 250_000],
  ['de-DE', '2500,5', 250_050],
  ['de-DE', '2,500', ['2.500,00', '2,50']],
  ['de-DE', '1.5', 150],
  ['de-DE', '12.50', 1250],
  ['de-DE', '1.234,56', 123_456],
  ['de-DE', '1,234.50', 123_450],
  ['de-DE', "1'234,5", 123_450],
  ['de-DE', '1.23', 123],
  ['de-DE', '1234.56', 123_456],
  ['de-DE', '1.234', 123_400],
  ['de-DE', ',5', 50],
  ['de-DE', '1,2,3', []],
  ['en', '2,500', 250_000],
  ['en', '2.500', ['2,500.00', '2.50']],
  ['en', '2.5', 250],
  ['en', '12,50', 1250],
  ['en', '1,234', 123_400],
  ['en', '1.234', ['1,234.00']],
  ['en', '1.234,56', 123_456],
  ['en', '1 234,56', 123_456],
  ['en', '-10,50', -1050],
  ['en', '.5', 50],
  ['en', '0.500', 50],
  ['en', '0,500', 50],
  ['en', '1,23,456', 12_345_600],
  ['en', '1,2345', []],
  ['en', '12 EUR', []],
  ['en', '٣', 300],
  ['hi', '१,२३,४५६.७८', 12_345_678],
  ['fa', '١٢٣٤', 123_400],
  ['ar-EG', '۱۲۳۴٫۵۰', 123_450],
  ['ja', '１，２３４．５', 123_450],
  ['ja', '－５', -500],
  ['en', '10²', []],
  ['en', '1,234.–', []],
  ['en-IN', '1,23,456.5', 12_345_650],
  ['en-IN', '123,456', ['1,23,456.00']],
  ['de-CH', "1'234.50", 123_450],
  ['de-CH', '1’234.50', 123_450],
  ['fr-FR', '1 234,5', 123_450],
  ['fr-FR', '1\u00a0234,5', 123_450],
  ['fr-FR', '1\u202f234,5', 123_450],
  ['fr-FR', '1.5', 150],
  ['fr-FR', '1.234', ['1\u202f234,00']],
  ['ar-EG', '١٬٢٣٤٫٥', 123_450],
  ['ar-EG', '12', 1200],
  ['sv', '\u22125,5', -550],
])('%s reads %j as %j', (locale, text, expected) => {
  expect(read(locale, text)).toEqual(expected);
});

it('reads amounts of Austria and of French Switzerland as these write amounts, not only as they write numbers', () => {
  expect(getNumberNotation(euros, 'de-AT').read('2.500', 2)).toEqual({ units: 250_000 });
  expect(getNumberNotation(euros, 'de-AT').read('2 500,5', 2)).toEqual({ units: 250_050 });
  for (const text of ['12,50', '12.50'])
    expect(getNumberNotation(euros, 'fr-CH').read(text, 2)).toEqual({ units: 1250 });
});

describe('an amount', () => {
  it('is read with the code or the sign of its own currency beside it, and with no other', () => {
    fc.assert(
      fc.property(locales, fc.integer({ min: -1e9, max: 1e9 }), (locale, units) => {
        const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
        const shown = format.format(PLAIN_NOTATION.write(units, 2) as Intl.StringNumericLiteral);
        expect([shown, getNumberNotation(euros, locale).read(shown, 2)]).toEqual([
          shown,
          { units: units + 0 },
        ]);
      }),
    );
    for (const text of ['10,50 €', '€ 10,50', 'EUR 10,50', '10,50 eur'])
      expect(getNumberNotation(euros, 'de').read(text, 2)).toEqual({ units: 1050 });
    for (const text of ['10,50 $', 'USD 10,50', '10,50 € €'])
      expect(getNumberNotation(euros, 'de').read(text, 2)).toEqual({ readings: [] });
  });
});

it.each([
  ['de', 'EUR', '1.234,50 Euro', 123_450],
  ['de', 'EUR', '1.234,-', 123_400],
  ['de', 'EUR', '1.234,– €', 123_400],
  ['de-CH', 'CHF', '1’234.–', 123_400],
  ['de-CH', 'CHF', "CHF 1'234.-", 123_400],
  ['fr-FR', 'EUR', '1 234,50 euros', 123_450],
  ['fr-FR', 'EUR', '1 euro', 100],
  ['ja', 'JPY', '¥1,234', 1234],
  ['ja', 'JPY', '￥１，２３４', 1234],
  ['ja', 'JPY', '1,234円', 1234],
  ['zh-Hans-CN', 'CNY', '￥1,234.50', 123_450],
  ['ko', 'KRW', '￦1,234', 1234],
  ['pl', 'PLN', '5 złotych polskich', 500],
])('%s reads an amount of %s as people write it: %j', (locale, currency, text, units) => {
  const places = ['JPY', 'KRW'].includes(currency) ? 0 : 2;
  expect(getNumberNotation({ type: 'money', currency }, locale).read(text, places)).toEqual({ units });
});

it('reads the digits of every script in every locale', () => {
  const scripts = Intl.supportedValuesOf('numberingSystem').filter((system) => {
    const figures = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1_234_567_890);
    return /^\p{Nd}+$/u.test(figures);
  });
  expect(scripts.length).toBeGreaterThan(40);
  for (const system of scripts) {
    const figures = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1_234_567_890);
    expect([system, read('de', figures, 0)]).toEqual([system, 1_234_567_890]);
  }
});

describe('a number written plainly', () => {
  it('is not read as any locale would', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('10,50', '1,234.56', '1.234,56', '1 234', '.5', '€10', '20 EUR', '１２'),
        (text) => {
          expect(PLAIN_NOTATION.read(text, 2)).toHaveProperty('readings');
        },
      ),
    );
  });
});

describe('a number of JSON', () => {
  it('is the decimal it was written as, up to fifteen digits', () => {
    const upTo15 = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(upTo15, fc.integer({ min: 0, max: 6 }), (units, digits) => {
        const sent = JSON.parse(PLAIN_NOTATION.write(units, digits)) as number;
        expect(jsonNumberToStoredUnits(sent, digits)).toBe(units + 0);
      }),
    );
  });

  it.each([0.1 + 0.2, 1.005, 1e21, NaN, Infinity, 90071992547409.91])('%p is refused', (number) => {
    expect(jsonNumberToStoredUnits(number, 2)).toBeUndefined();
  });
});

describe('what is offered for a number with more places than there are', () => {
  it.each([
    ['de', '12,345', ['12,35', '12.345,00']],
    ['de', '-12,345', ['-12,35', '-12.345,00']],
    ['de', '12,3456', ['12,35']],
    ['de', '1.234,567', ['1.234,57']],
    ['de', '1,234.567', ['1.234,57']],
    ['en', '3.333', ['3.33', '3,333.00']],
    ['en', '0.0049', ['0.00']],
    ['en', '9.999', ['10.00', '9,999.00']],
    ['en', 'three', []],
  ])('in %s is for %s %p', (locale, text, offered) => {
    const notation = getNumberNotation(DECIMAL, locale);
    const found = notation.read(text, 2);
    expect('readings' in found).toBe(true);
    expect(listLikelyReadings(found).map((units) => notation.write(units, 2))).toEqual(offered);
  });

  it('is no whole number', () => {
    expect(listLikelyReadings(getNumberNotation({ type: 'integer' }, 'en').read('2.5', 0))).toEqual([]);
  });
});
