import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addWorkdays, isWorkday, countWorkdaysBetween } from '#specification/working-time/workdays.js';
import { ALWAYS, calendars, days, OFFICE } from './calendars.js';

describe('working days that are added to a day', () => {
  it.each([
    ['2026-11-23', 3, '2026-11-26'],
    ['2026-11-27', 1, '2026-11-30'],
    ['2026-11-28', 1, '2026-11-30'],
    ['2026-11-28', 0, '2026-11-30'],
    ['2026-11-23', 0, '2026-11-23'],
    ['2026-12-24', 1, '2026-12-28'],
    ['2026-12-24', 6, '2027-01-05'],
    ['2026-11-30', -1, '2026-11-27'],
    ['2026-11-29', -1, '2026-11-27'],
    ['2026-12-28', -2, '2026-12-23'],
  ])('%s and %d are %s', (day, count, expected) => {
    expect(addWorkdays(day, count, OFFICE)).toBe(expected);
  });

  it('come out as working days', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -500, max: 500 }), calendars, (day, count, calendar) => {
        expect(isWorkday(addWorkdays(day, count, calendar), calendar)).toBe(true);
      }),
    );
  });

  it('are as many as are counted between', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 500 }), calendars, (day, count, calendar) => {
        const end = addWorkdays(day, count, calendar);
        expect(countWorkdaysBetween(day, end, calendar)).toBe(count);
        expect(countWorkdaysBetween(end, day, calendar)).toBe(-count);
      }),
    );
  });

  it('add up', () => {
    const some = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(days, some, some, calendars, (day, a, b, calendar) => {
        expect(addWorkdays(addWorkdays(day, a, calendar), b, calendar)).toBe(
          addWorkdays(day, a + b, calendar),
        );
      }),
    );
  });

  it('are counted as one would by going from day to day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 400 }), calendars, (day, more, calendar) => {
        const nth = (index: number) => new Date(Date.parse(day) + index * 86_400_000);
        const text = (at: Date) => at.toISOString().slice(0, 10);
        let count = 0;
        for (let index = 1; index <= more; index += 1) {
          const each = nth(index);
          const works =
            calendar.days.includes(each.getUTCDay() || 7) && !calendar.holidays.includes(text(each));
          expect(isWorkday(text(each), calendar)).toBe(works);
          if (works) count += 1;
        }
        expect(countWorkdaysBetween(day, text(nth(more)), calendar)).toBe(count);
      }),
    );
  });

  it('are days where every day is worked on', () => {
    expect(addWorkdays('2028-02-28', 2, ALWAYS)).toBe('2028-03-01');
    expect(countWorkdaysBetween('2028-02-28', '2028-03-01', ALWAYS)).toBe(2);
  });

  it.each([40_000, Number.MAX_SAFE_INTEGER, -40_000])('are refused where they are %d', (count) => {
    expect(() => addWorkdays('2026-11-23', count, OFFICE)).toThrow('more than a hundred years');
  });

  it('are refused behind the last year there is', () => {
    expect(() => addWorkdays('9999-12-31', 1, OFFICE)).toThrow('more than a hundred years');
  });
});
