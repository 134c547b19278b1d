import { expect, it } from '@jest/globals';
import { toLocalDay, toLocalYear } from '#domain/record/local-date.js';

it.each([
  ['2026-11-20T10:00:00.000Z', 'Europe/Berlin', '2026-11-20'],
  ['2026-11-20T22:59:59.999Z', 'Europe/Berlin', '2026-11-20'],
  ['2026-11-20T23:00:00.000Z', 'Europe/Berlin', '2026-11-21'],
  ['2026-03-29T12:00:00.000Z', 'Europe/Berlin', '2026-03-29'],
  ['2026-03-29T22:00:00.000Z', 'Europe/Berlin', '2026-03-30'],
  ['2026-11-20T03:00:00.000Z', 'America/New_York', '2026-11-19'],
  ['2026-11-19T22:59:59.999Z', 'Europe/Berlin', '2026-11-19'],
])('%s in %s is on %s', (now, timeZone, day) => {
  expect(toLocalDay(now, timeZone)).toBe(day);
});

it.each([
  ['2026-12-31T22:59:59.999Z', 'Europe/Berlin', 2026],
  ['2026-12-31T23:00:00.000Z', 'Europe/Berlin', 2027],
  ['2027-01-01T04:59:59.999Z', 'America/New_York', 2026],
  ['2025-12-31T23:00:00.000Z', 'Europe/Berlin', 2026],
  ['2011-10-11T11:45:40.276Z', 'Europe/Berlin', 2011],
])('%s in %s is in %i', (now, timeZone, year) => {
  expect(toLocalYear(now, timeZone)).toBe(year);
});
