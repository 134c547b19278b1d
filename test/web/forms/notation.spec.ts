import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readScalar } from '../../../src/domain/record/types/read-scalar.js';
import type { Reading } from '../../../src/domain/record/types/outcome.js';
import type { Field } from '../../../src/specification/specification.js';
import { inForm } from '../../../src/web/forms/notation.js';

const timeZone = 'Europe/Berlin';
const reading = {
  limits: { text: 10_000 },
  timeZone,
  records: new Map(),
  people: new Set(),
} as unknown as Reading;
const field = (type: Field['type'], places = 0) =>
  ({ key: 'it', title: 'It', type, places, choices: [], fields: [] }) as unknown as Field;

const readBack = (of: Field, value: string | number | boolean) =>
  readScalar(of, inForm(of, value, timeZone), reading);

describe('a stored value as the form writes it', () => {
  it('is what people write', () => {
    expect(inForm(field('money', 2), 1250, timeZone)).toBe('12.50');
    expect(inForm(field('money', 2), -5, timeZone)).toBe('-0.05');
    expect(inForm(field('decimal', 0), 7, timeZone)).toBe('7');
    expect(inForm(field('dateTime'), '2026-11-20T09:00:00.000Z', timeZone)).toBe('2026-11-20T10:00');
    expect(inForm(field('text'), null, timeZone)).toBe('');
    expect(inForm(field('text'), { erased: true }, timeZone)).toBe('');
  });

  it('is read back by the domain to the same number', () => {
    const places = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(fc.maxSafeInteger(), places, (units, digits) => {
        expect(readBack(field('money', digits), units)).toEqual({ value: units + 0 });
      }),
    );
  });

  it('is read back by the domain to the same moment, to the millisecond', () => {
    // Not in the hour that the clocks pass twice: there a local time cannot say which one it means.
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
