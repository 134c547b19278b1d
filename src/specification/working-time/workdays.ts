// Working days on the calendar: days like 2026-12-23, without a time and without a time zone.
import { DateOutOfRange } from '../values/not-evaluable.js';
import type { WorkingCalendar } from '../model/working-calendar.js';
import { indexCalendar, toDayNumber, formatDayNumber, MAX_DAYS } from './indexed-calendar.js';

export function isWorkday(day: string, calendar: WorkingCalendar): boolean {
  return indexCalendar(calendar).isWorkingDay(toDayNumber(day));
}

/**
 * The working day so many after a day, or before it where `count` is negative. Days that are not worked on do not count: one working day
 * after a Saturday is Monday. With 0 it is the day itself, or the next working day. Throws `DateOutOfRange`.
 */
export function addWorkdays(day: string, count: number, calendar: WorkingCalendar): string {
  if (Math.abs(count) > MAX_DAYS) throw new DateOutOfRange();
  const counted = indexCalendar(calendar);
  const from = toDayNumber(day);
  // Of a day that is worked on, this is its own number; of another, that of the working day before it.
  const last = counted.daysBefore(from + 1) - 1;
  const number = count > 0 ? last + count : counted.daysBefore(from) + count;
  return formatDayNumber(counted.dayOfNumber(number, from));
}

/** Working days after the first day, up to and including the second; negative where the second lies before the first. */
export function countWorkdaysBetween(first: string, second: string, calendar: WorkingCalendar): number {
  const counted = indexCalendar(calendar);
  return counted.daysBefore(toDayNumber(second) + 1) - counted.daysBefore(toDayNumber(first) + 1);
}
