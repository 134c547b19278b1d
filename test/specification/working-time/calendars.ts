import fc from 'fast-check';
import type { WorkingCalendar } from '#specification/model/working-calendar.js';

export const OFFICE: WorkingCalendar = {
  days: [1, 2, 3, 4, 5],
  hours: [{ from: 9 * 60, until: 17 * 60 }],
  holidays: ['2026-12-25', '2027-01-01'],
};
export const ALWAYS: WorkingCalendar = {
  days: [1, 2, 3, 4, 5, 6, 7],
  hours: [{ from: 0, until: 24 * 60 }],
  holidays: [],
};

/** With changes by an hour and half an hour, in both hemispheres, and none; one zone skipped a whole day. */
export const timeZones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'Pacific/Apia',
);

const DAY = 86_400_000;
export const START = Date.parse('2011-11-01T00:00:00Z');
const SPAN = 20 * 365;

export const moments = fc.integer({ min: START, max: START + SPAN * DAY });
export const days = fc.integer({ min: 0, max: SPAN }).map((day) => dayAfterStart(day));

function dayAfterStart(day: number): string {
  return new Date(START + day * DAY).toISOString().slice(0, 10);
}

const hours = fc
  .uniqueArray(fc.integer({ min: 0, max: 48 }), { minLength: 2, maxLength: 6 })
  .map((ends) => ends.toSorted((a, b) => a - b).map((each) => each * 30))
  .map((ends) =>
    Array.from({ length: Math.floor(ends.length / 2) }, (_, index) => ({
      from: ends[2 * index]!,
      until: ends[2 * index + 1]!,
    })),
  );

export const calendars: fc.Arbitrary<WorkingCalendar> = fc.record({
  days: fc
    .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 })
    .map((some) => some.toSorted((a, b) => a - b)),
  hours,
  holidays: fc.uniqueArray(days, { maxLength: 60 }).map((some) => some.toSorted()),
});
