import { describe, expect, it } from '@jest/globals';
import { createTimeOfDayTest } from '#query-handling/timeline/time-of-day.js';

const night = { from: 22 * 60, until: 6 * 60, timeZone: 'Europe/Berlin' };

describe('the time of day', () => {
  it.each([
    ['2026-01-15T20:59:59.999Z', false],
    ['2026-01-15T21:00:00.000Z', true],
    ['2026-01-16T04:59:59.999Z', true],
    ['2026-01-16T05:00:00.000Z', false],
    ['2026-07-15T19:59:00.000Z', false],
    ['2026-07-15T20:00:00.000Z', true],
    ['2026-07-16T04:00:00.000Z', false],
    ['no time', false],
  ])('%s is at night in Berlin: %s', (instant, isNight) => {
    expect(createTimeOfDayTest(night)(instant)).toBe(isNight);
  });

  it('within one day includes its beginning and excludes its end', () => {
    const isMorning = createTimeOfDayTest({ from: 8 * 60, until: 9 * 60, timeZone: 'UTC' });
    expect(
      ['07:59', '08:00', '08:59', '09:00'].map((time) => isMorning(`1969-05-04T${time}:00.000Z`)),
    ).toEqual([false, true, true, false]);
  });

  it('follows the clock across the change to summer time', () => {
    const isThree = createTimeOfDayTest({ from: 180, until: 240, timeZone: 'Europe/Berlin' });
    expect(isThree('2026-03-29T00:59:00.000Z')).toBe(false);
    expect(isThree('2026-03-29T01:00:00.000Z')).toBe(true);
  });
});
