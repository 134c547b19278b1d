// In the application's time zone, named by their first day.
import { Temporal } from 'temporal-polyfill';
import type { PeriodUnit } from '#specification/model/specification.js';

export interface Periods {
  /** Ascending, without gaps. */
  readonly days: readonly string[];
  /** Lower bounds as column values: '' for everything earlier, last the end. */
  readonly starts: readonly string[];
}

export interface PeriodGrouping {
  readonly unit: PeriodUnit;
  readonly timeZone: string;
  /** Days, not instants. */
  readonly isDay: boolean;
}

/** Earlier values share a period, so that an odd date does not make thousands. */
const MAX_PERIODS = 366;
/** Later values share a period. */
const MAX_AHEAD = { years: 5 };

/** Limited to the latest. */
export function listPeriodsBetween(first: string, last: string, now: string, time: PeriodGrouping): Periods {
  const [from, until] = [dayOf(first, time), dayOf(last, time)];
  if (!from || !until) return { days: [], starts: [''] };
  const latest = dayOf(now, { ...time, isDay: false })!.add(MAX_AHEAD);
  const days: Temporal.PlainDate[] = [];
  let day = startOf(earlier(until, latest), time.unit);
  const end = day.add(LENGTHS[time.unit]);
  const least = startOf(from, time.unit);
  do {
    days.unshift(day);
    day = day.subtract(LENGTHS[time.unit]);
  } while (days.length < MAX_PERIODS && Temporal.PlainDate.compare(day, least) >= 0);
  const written = days.map(String);
  return { days: written, starts: ['', ...[...days, end].map((each) => beginning(each, time))] };
}

/** Index in `starts`. */
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

export function findNeighbouringPeriodStart(first: string, unit: PeriodUnit, towards: 1 | -1): string {
  const day = Temporal.PlainDate.from(first);
  return (towards < 0 ? day.subtract(LENGTHS[unit]) : day.add(LENGTHS[unit])).toString();
}

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

/** undefined: not a four-digit year. */
function dayOf(text: string, { isDay, timeZone }: PeriodGrouping): Temporal.PlainDate | undefined {
  if (!/^\d{4}-/.test(text)) return undefined;
  try {
    return isDay
      ? Temporal.PlainDate.from(text)
      : Temporal.Instant.from(text).toZonedDateTimeISO(timeZone).toPlainDate();
  } catch {
    return undefined;
  }
}

function beginning(day: Temporal.PlainDate, { isDay, timeZone }: PeriodGrouping): string {
  if (isDay) return day.toString();
  return day.toZonedDateTime(timeZone).toInstant().toString({ smallestUnit: 'millisecond' });
}

const earlier = (one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(one, other) <= 0 ? one : other;
