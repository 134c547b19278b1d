import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createFormats } from '#views/format.js';
import { countDaysUntil, calculateElapsedTime } from '#web/display/elapsed-time.js';

const LENGTHS = { second: 1, minute: 60, hour: 3_600, day: 86_400, month: 30 * 86_400, year: 365 * 86_400 };
const moment = fc.date({
  min: new Date('1971-01-01'),
  max: new Date('2200-01-01'),
  noInvalidDate: true,
});

describe('how long something lasts', () => {
  it('is said in whole units, rounded down', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const [from, to] = one < other ? [one, other] : [other, one];
        const { amount, unit } = calculateElapsedTime(from.toISOString(), to.toISOString());
        const seconds = (to.getTime() - from.getTime()) / 1_000;
        expect(amount * LENGTHS[unit]).toBeLessThanOrEqual(seconds);
        expect((amount + 1) * LENGTHS[unit]).toBeGreaterThan(seconds);
      }),
    );
  });

  it('is no time where it ends before it begins', () => {
    expect(calculateElapsedTime('2026-11-26T12:00:00.000Z', '2026-11-26T11:00:00.000Z')).toEqual({
      amount: 0,
      unit: 'second',
    });
  });

  it.each([
    ['2026-11-26T11:59:30.000Z', '30 seconds', '30 seconds ago'],
    ['2026-11-26T11:59:00.000Z', '1 minute', '1 minute ago'],
    ['2026-11-26T00:00:00.000Z', '12 hours', '12 hours ago'],
    ['2026-11-25T12:00:00.000Z', '1 day', 'yesterday'],
    ['2026-10-13T12:00:00.000Z', '44 days', '44 days ago'],
    ['2026-05-01T12:00:00.000Z', '6 months', '6 months ago'],
    ['2023-05-01T12:00:00.000Z', '3 years', '3 years ago'],
  ])('from %s on is %s, %s', (from, span, ago) => {
    const formats = createFormats('en-GB', 'Europe/Berlin');
    const age = calculateElapsedTime(from, '2026-11-26T12:00:00.000Z');
    expect([formats.span(age), formats.ago(age)]).toEqual([span, ago]);
  });

  it('is said in the language of the application', () => {
    const formats = createFormats('de-DE', 'Europe/Berlin');
    expect([formats.span({ amount: 3, unit: 'day' }), formats.ago({ amount: 3, unit: 'day' })]).toEqual([
      '3 Tage',
      'vor 3 Tagen',
    ]);
  });
});

describe('days until something is due', () => {
  it('are counted by the calendar of the time zone', () => {
    // In Berlin it is the 27th already.
    const now = '2026-11-26T23:30:00.000Z';
    expect(countDaysUntil('2026-11-28', now, 'Europe/Berlin')).toBe(1);
    expect(countDaysUntil('2026-11-28', now, 'UTC')).toBe(2);
    expect(countDaysUntil('2026-11-26T22:00:00.000Z', now, 'Europe/Berlin')).toBe(-1);
    expect(countDaysUntil('soon', now, 'UTC')).toBeUndefined();
  });

  it('become one fewer with every day', () => {
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'UTC');
    fc.assert(
      fc.property(moment, fc.integer({ min: -2_000, max: 2_000 }), zone, (start, days, timeZone) => {
        const due = new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10);
        const before = countDaysUntil(due, start.toISOString(), 'UTC')!;
        expect(before).toBe(days);
        const here = countDaysUntil(due, start.toISOString(), timeZone)!;
        expect(Math.abs(here - before)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
