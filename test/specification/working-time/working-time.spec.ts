import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  addWorkingDays,
  addWorkingTime,
  findNextWorkingInstant,
} from '#specification/working-time/working-time.js';
import { validateWorkingDuration } from '#specification/working-time/working-duration.js';
import type { WorkingCalendar } from '#specification/model/working-calendar.js';
import { ALWAYS, calendars, moments, OFFICE, START, timeZones } from './calendars.js';

const BERLIN = 'Europe/Berlin';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const QUARTER = HOUR / 4;

const inBerlin = (local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(BERLIN).epochMilliseconds;
const wallTime = (instant: number, timeZone = BERLIN) =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

/** By the written calendar, independently of the code under test. */
function works(at: number, calendar: WorkingCalendar, timeZone: string): boolean {
  const [day = '', time = ''] = wallTime(at, timeZone).split('T');
  const [hour, minute] = time.split(':').map(Number);
  const minutes = hour! * 60 + minute!;
  return (
    calendar.days.includes(Temporal.PlainDate.from(day).dayOfWeek) &&
    !calendar.holidays.includes(day) &&
    calendar.hours.some(({ from, until }) => from <= minutes && minutes < until)
  );
}

const added = (from: string, duration: string, calendar = OFFICE) =>
  wallTime(addWorkingTime(inBerlin(from), duration, calendar, BERLIN));

describe('working time that is added to a moment', () => {
  it.each([
    ['three working days keep the time of the day', '2026-11-23T14:30', 'P3D', '2026-11-26T14:30'],
    ['days that are not worked on do not count', '2026-11-26T14:30', 'P3D', '2026-12-01T14:30'],
    ['holidays do not count', '2026-12-24T10:00', 'P1D', '2026-12-28T10:00'],
    ['a weekend counts from Monday morning on', '2026-11-28T12:00', 'P1D', '2026-12-01T09:00'],
    ['an evening counts from the next morning on', '2026-11-23T20:00', 'P1D', '2026-11-25T09:00'],
    ['four hours of one day', '2026-11-23T09:00', 'PT4H', '2026-11-23T13:00'],
    ['hours go on the next working day', '2026-11-27T15:00', 'PT4H', '2026-11-30T11:00'],
    ['what ends with the day ends where the next one begins', '2026-11-27T09:00', 'PT8H', '2026-11-30T09:00'],
    ['days, and then hours', '2026-11-23T15:00', 'P1DT4H', '2026-11-25T11:00'],
    ['nothing at all is the next working moment', '2026-11-28T12:00', 'PT0S', '2026-11-30T09:00'],
    ['the clocks are set on a Sunday night', '2026-10-23T16:00', 'PT2H', '2026-10-26T10:00'],
    ['and the time of the day stays', '2026-10-23T16:00', 'P1D', '2026-10-26T16:00'],
  ])('%s', (_, from, duration, until) => {
    expect(added(from, duration)).toBe(until);
  });

  it('stops between two ranges of hours', () => {
    const divided = { ...OFFICE, hours: [{ from: 480, until: 720 }, { from: 780, until: 1020 }] }; // prettier-ignore
    expect(added('2026-11-23T11:00', 'PT2H', divided)).toBe('2026-11-23T14:00');
  });

  it.each([
    ['an hour that is repeated counts twice', '2026-10-25T00:00', 'PT4H', '2026-10-25T03:00'],
    ['an hour that is skipped does not count', '2026-03-29T00:00', 'PT4H', '2026-03-29T05:00'],
  ])('where work goes on at night, %s', (_, from, duration, until) => {
    expect(added(from, duration, ALWAYS)).toBe(until);
  });

  it('begins where the clocks jump to, when they jump over the beginning', () => {
    const night = { ...ALWAYS, hours: [{ from: 150, until: 300 }] };
    expect(added('2026-03-29T00:00', 'PT1H', night)).toBe('2026-03-29T04:00');
    expect(added('2026-03-28T02:45', 'P1D', night)).toBe('2026-03-29T03:00');
    expect(added('2026-03-28T02:45', 'P1D', ALWAYS)).toBe('2026-03-29T03:00');
    const short = { ...ALWAYS, hours: [{ from: 60, until: 150 }] };
    expect(added('2026-03-28T02:15', 'P1D', short)).toBe('2026-03-30T01:00');
  });

  it('begins where the clocks are set, and then looks at what was before', () => {
    const set = Date.parse('2026-03-29T01:00:00Z');
    const early = { ...ALWAYS, hours: [{ from: 0, until: 60 }] };
    const next = (at: number) => findNextWorkingInstant(at, early, 'Europe/Lisbon');
    expect(next(set)).toBeGreaterThan(set);
    expect(next(set - HOUR / 2)).toBe(set - HOUR / 2);
  });

  it('knows no day that a time zone left out', () => {
    const before = Date.parse('2011-12-29T20:00:00Z');
    expect(wallTime(before, 'Pacific/Apia')).toBe('2011-12-29T10:00');
    const day = addWorkingTime(before, 'PT24H', ALWAYS, 'Pacific/Apia');
    expect(wallTime(day, 'Pacific/Apia')).toBe('2011-12-31T10:00');
  });

  it('goes back from a moment as it goes on', () => {
    const back = (from: string, days: number) =>
      wallTime(addWorkingDays(inBerlin(from), -days, OFFICE, BERLIN));
    expect(back('2026-11-30T14:00', 1)).toBe('2026-11-27T14:00');
    expect(back('2026-11-28T14:00', 1)).toBe('2026-11-27T09:00');
    expect(back('2026-12-28T14:00', 2)).toBe('2026-12-23T14:00');
  });

  it('finds what a plain count of the minutes finds', () => {
    const changes = fc.constantFrom('2011-12-29', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24', '2026-10-31', '2027-02-06'); // prettier-ignore
    fc.assert(
      fc.property(
        changes,
        fc.integer({ min: 0, max: 95 }),
        calendars,
        timeZones,
        (day, quarter, calendar, zone) => {
          const from = Date.parse(`${day}T00:00:00Z`) + quarter * 15 * 60_000;
          const until = from + 2 * DAY;
          let work = 0;
          for (let at = from; at < until; at += QUARTER) if (works(at, calendar, zone)) work += QUARTER;
          const after = (milliseconds: number) =>
            addWorkingTime(from, { days: 0, milliseconds }, calendar, zone);
          expect(after(work)).toBeGreaterThanOrEqual(until);
          if (work > 0) expect(after(work - 1)).toBeLessThan(until);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the laws of working time', () => {
  const durations = fc.integer({ min: 0, max: 400 * HOUR });
  const period = (milliseconds: number) => `PT${Math.floor(milliseconds / 1000)}S`;
  const counts = fc.integer({ min: 0, max: 300 });

  it('what comes out is in working time, and never before what went in', () => {
    fc.assert(
      fc.property(moments, counts, durations, calendars, timeZones, (from, days, time, calendar, zone) => {
        const end = addWorkingTime(from, { days, milliseconds: time }, calendar, zone);
        expect(works(end, calendar, zone)).toBe(true);
        expect(end).toBeGreaterThanOrEqual(from);
      }),
    );
  });

  it('the next working moment is the first there is', () => {
    fc.assert(
      fc.property(moments, calendars, timeZones, (from, calendar, zone) => {
        const next = findNextWorkingInstant(from, calendar, zone);
        expect(works(next, calendar, zone)).toBe(true);
        if (next > from) expect([from, next - 1].filter((at) => works(at, calendar, zone))).toEqual([]);
        expect(next).toBeGreaterThanOrEqual(from);
      }),
    );
  });

  it('hours that are added one after the other are as if added together', () => {
    fc.assert(
      fc.property(moments, durations, durations, calendars, timeZones, (from, a, b, calendar, zone) => {
        const add = (at: number, milliseconds: number) =>
          addWorkingTime(at, { days: 0, milliseconds }, calendar, zone);
        expect(add(add(from, a), b)).toBe(add(from, a + b));
      }),
    );
  });

  it('who begins later is not done earlier', () => {
    const more = fc.integer({ min: 0, max: 40 * DAY });
    const two = fc.record({ from: moments, more });
    fc.assert(
      fc.property(
        two,
        fc.tuple(counts, durations),
        calendars,
        timeZones,
        ({ from, more: later }, [days, time], calendar, zone) => {
          const hours = (at: number) => addWorkingTime(at, { days: 0, milliseconds: time }, calendar, zone);
          expect(hours(from + later)).toBeGreaterThanOrEqual(hours(from));
          // The time of day is kept: work begun in the second occurrence of an hour may end in the first.
          const whole = (at: number) => addWorkingDays(at, days, calendar, zone);
          expect(whole(from + later)).toBeGreaterThanOrEqual(whole(from) - HOUR);
        },
      ),
    );
  });

  it('where work never stops, it is time', () => {
    fc.assert(
      fc.property(moments, counts, durations, timeZones, (from, days, time, zone) => {
        expect(addWorkingTime(from, period(time), ALWAYS, zone)).toBe(from + Math.floor(time / 1000) * 1000);
        const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
        const plain = start.add({ days });
        // Temporal moves a skipped time past the jump.
        fc.pre(plain.toPlainTime().equals(start.toPlainTime()) && zone !== 'Pacific/Apia');
        expect(addWorkingDays(from, days, ALWAYS, zone)).toBe(plain.epochMilliseconds);
      }),
    );
  });

  it('days that are gone back are those that were gone on', () => {
    fc.assert(
      fc.property(moments, counts, calendars, (from, days, calendar) => {
        const there = addWorkingDays(from, days, calendar, 'Asia/Kolkata');
        const back = addWorkingDays(there, -days, calendar, 'Asia/Kolkata');
        expect(back).toBe(findNextWorkingInstant(from, calendar, 'Asia/Kolkata'));
      }),
    );
  });
});

describe('working time that nobody waits for', () => {
  const everyDayOf = (years: number) =>
    Array.from({ length: years * 365 }, (_, day) => new Date(START + day * DAY).toISOString().slice(0, 10));

  it.each(['P36600D', 'PT1000000H', 'P99999999999999999999D', 'PT99999999999999999999H'])(
    '%s is refused',
    (duration) => {
      expect(() => addWorkingTime(START, duration, OFFICE, BERLIN)).toThrow('more than a hundred years');
    },
  );

  it.each(['P1Y', 'P1M', 'P2W', 'P', 'PT', '-P1D', 'P1.5D', 'three days', ''])(
    '“%s” is no working time',
    (duration) => {
      expect(validateWorkingDuration(duration)).toEqual({
        message: `\`${duration}\` cannot be counted in working time`,
        remedy: 'write working days and hours, such as `P10D` or `PT4H`',
      });
      expect(() => addWorkingTime(START, duration, OFFICE, BERLIN)).toThrow(
        'cannot be counted in working time',
      );
    },
  );

  it('a duration that would be longer than a hundred years is a problem', () => {
    expect(validateWorkingDuration('P36600D')?.message).toBe('`P36600D` is more than a hundred years');
    expect(validateWorkingDuration('P100DT4H')).toBeUndefined();
  });

  it('goes on after a year of holidays', () => {
    const year = { ...OFFICE, holidays: everyDayOf(1) };
    expect(wallTime(addWorkingTime(START, 'PT0S', year, BERLIN))).toBe('2012-10-31T09:00');
  });

  it('is refused after a hundred years of holidays', () => {
    const never = { ...OFFICE, holidays: everyDayOf(101) };
    expect(() => findNextWorkingInstant(START, never, BERLIN)).toThrow('more than a hundred years');
    expect(() => addWorkingTime(START, 'P1D', never, BERLIN)).toThrow('more than a hundred years');
  });

  it('is refused where there is no such moment', () => {
    expect(() => findNextWorkingInstant(Number.NaN, OFFICE, BERLIN)).toThrow('more than a hundred years');
    expect(() => findNextWorkingInstant(8.64e15, OFFICE, BERLIN)).toThrow('more than a hundred years');
  });
});
