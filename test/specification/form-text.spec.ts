import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readScalar } from '#domain/record/input/read-table-rows.js';
import type { ParseContext } from '#specification/field-types/parse-result.js';
import type { Field } from '#specification/model/specification.js';
import { formatForForm } from '#specification/field-types/format-for-form.js';

const timeZone = 'Europe/Berlin';
const english = { locale: 'en', timeZone };
const reading = {
  limits: { text: 10_000 },
  timeZone,
  records: new Map(),
  people: new Set(),
} as unknown as ParseContext;
const field = (type: Field['type'], places = 0) =>
  ({ key: 'it', title: 'It', type, places, choices: [], fields: [] }) as unknown as Field;

const readBack = (of: Field, value: string | number | boolean, locale = 'en') =>
  readScalar(of, formatForForm(of, value, { locale, timeZone }), { ...reading, locale });

describe('a stored value as the form writes it', () => {
  it('is what people write', () => {
    expect(formatForForm(field('money', 2), 1250, english)).toBe('12.50');
    expect(formatForForm(field('money', 2), 250_000, { locale: 'de-DE', timeZone })).toBe('2.500,00');
    expect(formatForForm(field('money', 2), -5, english)).toBe('-0.05');
    expect(formatForForm(field('decimal', 0), 7, english)).toBe('7');
    expect(formatForForm(field('dateTime'), '2026-11-20T09:00:00.000Z', english)).toBe('2026-11-20T10:00');
    expect(formatForForm(field('text'), null, english)).toBe('');
    expect(formatForForm(field('text'), { erased: true }, english)).toBe('');
  });

  it('is read back by the domain to the same number', () => {
    const places = fc.integer({ min: 0, max: 6 });
    const locales = fc.constantFrom('en', 'de-DE', 'de-CH', 'fr-FR', 'en-IN', 'ar-EG', 'sv', 'fa');
    fc.assert(
      fc.property(fc.maxSafeInteger(), places, locales, (units, digits, locale) => {
        expect(readBack(field('decimal', digits), units, locale)).toEqual({ value: units + 0 });
      }),
    );
  });

  it('is read back by the domain to the same moment, to the millisecond', () => {
    // Not in the hour that occurs twice, where local times are ambiguous.
    const moments = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    const unambiguous = moments.filter((date) => date.getUTCMonth() !== 9 && date.getUTCMonth() !== 8);
    fc.assert(
      fc.property(unambiguous, (date) => {
        expect(readBack(field('dateTime'), date.toISOString())).toEqual({ value: date.toISOString() });
      }),
    );
  });

  it('is read back by the domain to the same text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/\r|\0/.test(text)),
        (text) => {
          expect(readBack(field('text'), text)).toEqual({ value: text });
        },
      ),
    );
  });
});
