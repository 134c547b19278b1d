// Weeks begin on Monday (ISO 8601).
import { Temporal } from 'temporal-polyfill';
import type { VisibleCalendarEntry, DayRange } from './calendar-records.js';

export type CalendarUnit = 'month' | 'week';

export interface CalendarSpan {
  readonly unit: CalendarUnit;
  readonly first: string;
  readonly days: readonly string[];
}

/** Stored years have four digits. */
const EARLIEST = Temporal.PlainDate.from('0001-01-01');
const LATEST = Temporal.PlainDate.from('9999-11-30');

/** undefined: no such day, or out of range. */
export function findSpanAround(unit: CalendarUnit, text: string): CalendarSpan | undefined {
  const day = dayOf(text);
  if (!day || Temporal.PlainDate.compare(day, EARLIEST) < 0 || Temporal.PlainDate.compare(day, LATEST) > 0)
    return undefined;
  const first = unit === 'month' ? day.with({ day: 1 }) : mondayOf(day);
  const last = unit === 'month' ? first.add({ months: 1 }).subtract({ days: 1 }) : first.add({ days: 6 });
  const [from, until] = [mondayOf(first), mondayOf(last).add({ days: 6 })];
  const count = from.until(until).days + 1;
  const days = Array.from({ length: count }, (_, index) => from.add({ days: index }).toString());
  return { unit, first: first.toString(), days };
}

/** undefined: out of range. */
export function findNeighbouringSpanStart(
  { unit, first }: CalendarSpan,
  towards: 1 | -1,
): string | undefined {
  const step = unit === 'month' ? { months: 1 } : { weeks: 1 };
  const day = Temporal.PlainDate.from(first);
  const other = (towards < 0 ? day.subtract(step) : day.add(step)).toString();
  return findSpanAround(unit, other)?.first;
}

export const getDayRange = ({ days }: CalendarSpan): DayRange => ({
  first: days[0]!,
  after: findNextDay(days.at(-1)!),
});

export const findNextDay = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

export const findDayAt = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** An end at midnight excludes the day that begins. */
export function findShownDays(
  { from, until = from }: Pick<VisibleCalendarEntry, 'from' | 'until'>,
  isDay: boolean,
  timeZone: string,
): { readonly first: string; readonly last: string } {
  if (isDay) return { first: from.slice(0, 10), last: until.slice(0, 10) };
  const begin = Temporal.Instant.from(from);
  const end = Temporal.Instant.from(until);
  const last = Temporal.Instant.compare(begin, end) < 0 ? end.subtract({ milliseconds: 1 }) : end;
  const dayIn = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return { first: dayIn(begin), last: dayIn(last) };
}

const mondayOf = (day: Temporal.PlainDate): Temporal.PlainDate => day.subtract({ days: day.dayOfWeek - 1 });

function dayOf(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return undefined;
  }
}
