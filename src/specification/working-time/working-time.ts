// Working hours by the local clock: repeated hours count twice, skipped ones not. Milliseconds since 1970; throws
// `DateOutOfRange` beyond a hundred years.
import { DateOutOfRange } from '../values/not-evaluable.js';
import type { WorkingCalendar } from '../model/working-calendar.js';
import { wallTimeToInstant, findOffsetPeriod, type OffsetPeriod } from './clock-changes.js';
import { indexCalendar, type IndexedCalendar, WALL_DAY_MS, MAX_DAYS } from './indexed-calendar.js';
import { parseWorkingDuration, type WorkingDuration } from './working-duration.js';

/**
 * `P3D`: three working days; `PT4H`: four working hours; `P1DT4H`: both in order. Eight hours after Monday 09:00, with
 * an end at 17:00, is Tuesday 09:00. Throws `NotEvaluable` for years, months or weeks.
 */
export function addWorkingTime(
  from: number | Date,
  duration: string | WorkingDuration,
  calendar: WorkingCalendar,
  timeZone: string,
): number {
  const { days, milliseconds } = typeof duration === 'string' ? parseWorkingDuration(duration) : duration;
  const at = addWorkingDays(from, days, calendar, timeZone);
  return milliseconds === 0 ? at : addWork(at, milliseconds, indexCalendar(calendar), timeZone);
}

/** `days` may be negative; begins with the next working moment. */
export function addWorkingDays(
  from: number | Date,
  days: number,
  calendar: WorkingCalendar,
  timeZone: string,
): number {
  const start = findNextWorkingInstant(from, calendar, timeZone);
  if (days === 0) return start;
  if (Math.abs(days) > MAX_DAYS) throw new DateOutOfRange();
  const counted = indexCalendar(calendar);
  const wall = start + findOffsetPeriod(start, timeZone).offset;
  const day = Math.floor(wall / WALL_DAY_MS);
  const target = counted.dayOfNumber(counted.daysBefore(day) + days, day);
  return findNextWorkingInstant(
    wallTimeToInstant(wall + (target - day) * WALL_DAY_MS, timeZone),
    calendar,
    timeZone,
  );
}

/** The moment itself in working time. */
export function findNextWorkingInstant(
  from: number | Date,
  calendar: WorkingCalendar,
  timeZone: string,
): number {
  return addWork(moment(from), 0, indexCalendar(calendar), timeZone);
}

function addWork(from: number, milliseconds: number, counted: IndexedCalendar, timeZone: string): number {
  let left = milliseconds;
  for (const stretch of stretches(from, from + MAX_DAYS * WALL_DAY_MS, timeZone)) {
    const work = workIn(stretch, counted);
    if (left < work) {
      const wall = stretch.from + stretch.offset;
      return (
        counted.momentAfter(counted.workBefore(wall) + left, Math.floor(wall / WALL_DAY_MS)) - stretch.offset
      );
    }
    left -= work;
  }
  throw new DateOutOfRange();
}

function workIn({ from, until, offset }: OffsetPeriod, counted: IndexedCalendar): number {
  return counted.workBefore(until + offset) - counted.workBefore(from + offset);
}

function* stretches(from: number, until: number, timeZone: string): Generator<OffsetPeriod, void, undefined> {
  let at = from;
  while (at < until) {
    const { offset, until: end } = findOffsetPeriod(at, timeZone);
    yield { from: at, until: Math.min(end, until), offset };
    at = end;
  }
}

/** No moment is farther. */
const MAX_INSTANT_MS = 8e15;

function moment(shown: number | Date): number {
  const at = Number(shown);
  if (!(Math.abs(at) < MAX_INSTANT_MS)) throw new DateOutOfRange();
  return Math.round(at);
}
