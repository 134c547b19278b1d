// Days, weeks, months, quarters and years of the application's time zone, each known by its first day.
import { Temporal } from 'temporal-polyfill';
import type { PeriodUnit } from '#specification/model/specification.js';

export interface Periods {
  /** First days, the earliest first, without a gap. */
  readonly days: readonly string[];
  /**
   * Where they begin, as values of the column are written: instants, or days. In front '', which is before all others and after nothing
   * that was given; at the end, where the period after the last begins.
   */
  readonly starts: readonly string[];
}

export interface ReportTime {
  readonly unit: PeriodUnit;
  readonly timeZone: string;
  /** The column holds days of the calendar, no instants. */
  readonly isDay: boolean;
}

/** A year of days. What lies before is one period, so that one odd date does not make a thousand of them. */
const MOST = 366;
/** So far ahead of now periods are told apart; what lies after is one period. */
const AHEAD = { years: 5 };

/** Periods from the one to the other value; the latest where there are too many. */
export function listPeriodsBetween(first: string, last: string, now: string, time: ReportTime): Periods {
  const [from, until] = [dayOf(first, time), dayOf(last, time)];
  if (!from || !until) return { days: [], starts: [''] };
  const latest = dayOf(now, { ...time, isDay: false })!.add(AHEAD);
  const days: Temporal.PlainDate[] = [];
  let day = startOf(earlier(until, latest), time.unit);
  const end = day.add(LENGTHS[time.unit]);
  const least = startOf(from, time.unit);
  do {
    days.unshift(day);
    day = day.subtract(LENGTHS[time.unit]);
  } while (days.length < MOST && Temporal.PlainDate.compare(day, least) >= 0);
  const written = days.map(String);
  return { days: written, starts: ['', ...[...days, end].map((each) => beginning(each, time))] };
}

/** Of the last period in which the text lies; the index of `starts`. */
export function findPeriodAt(text: string, { starts }: Periods): number {
  return starts.findLastIndex((start) => Buffer.compare(Buffer.from(start), Buffer.from(text)) <= 0);
}

const LENGTHS: Readonly<Record<PeriodUnit, Temporal.DurationLike>> = {
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
};

/** The first day of the period after or before. */
export function findNextPeriod(first: string, unit: PeriodUnit, towards: 1 | -1): string {
  const day = Temporal.PlainDate.from(first);
  return (towards < 0 ? day.subtract(LENGTHS[unit]) : day.add(LENGTHS[unit])).toString();
}

/** The last day of a period. */
export const findLastDay = (first: string, unit: PeriodUnit): string =>
  Temporal.PlainDate.from(first).add(LENGTHS[unit]).subtract({ days: 1 }).toString();

/** Weeks begin on Monday (ISO 8601). */
function startOf(day: Temporal.PlainDate, unit: PeriodUnit): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return day;
    case 'week':
      return day.subtract({ days: day.dayOfWeek - 1 });
    case 'month':
      return day.with({ day: 1 });
    case 'quarter':
      return day.with({ day: 1, month: day.month - ((day.month - 1) % 3) });
    case 'year':
      return day.with({ day: 1, month: 1 });
  }
}

/** undefined: it is none of a year with four digits. */
function dayOf(text: string, { isDay, timeZone }: ReportTime): Temporal.PlainDate | undefined {
  if (!/^\d{4}-/.test(text)) return undefined;
  try {
    return isDay
      ? Temporal.PlainDate.from(text)
      : Temporal.Instant.from(text).toZonedDateTimeISO(timeZone).toPlainDate();
  } catch {
    return undefined;
  }
}

function beginning(day: Temporal.PlainDate, { isDay, timeZone }: ReportTime): string {
  if (isDay) return day.toString();
  return day.toZonedDateTime(timeZone).toInstant().toString({ smallestUnit: 'millisecond' });
}

const earlier = (one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(one, other) <= 0 ? one : other;
