import { DateOutOfRange } from '../values/not-evaluable.js';
import type { WorkingCalendar } from '../model/working-calendar.js';
import { indexCalendar, toDayNumber, formatDayNumber, MAX_DAYS } from './indexed-calendar.js';

export function isWorkday(day: string, calendar: WorkingCalendar): boolean {
  return indexCalendar(calendar).isWorkingDay(toDayNumber(day));
}

/** One working day after a Saturday is Monday; 0: the day, or the next working day. Throws `DateOutOfRange`. */
export function addWorkdays(day: string, count: number, calendar: WorkingCalendar): string {
  if (Math.abs(count) > MAX_DAYS) throw new DateOutOfRange();
  const counted = indexCalendar(calendar);
  const from = toDayNumber(day);
  // The working day before.
  const last = counted.daysBefore(from + 1) - 1;
  const number = count > 0 ? last + count : counted.daysBefore(from) + count;
  return formatDayNumber(counted.dayOfNumber(number, from));
}

/** Excludes the first day; may be negative. */
export function countWorkdaysBetween(first: string, second: string, calendar: WorkingCalendar): number {
  const counted = indexCalendar(calendar);
  return counted.daysBefore(toDayNumber(second) + 1) - counted.daysBefore(toDayNumber(first) + 1);
}
