// Days are no instants, months no fixed time.
import { Temporal } from 'temporal-polyfill';
import { NotEvaluable, YearOutOfRange } from './not-evaluable.js';
import { memoize } from '../memoize.js';

export class CalendarDate {
  constructor(readonly iso: string) {}
}

export const PERIOD_PATTERN = /^P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/;

export class Period {
  readonly duration: Temporal.Duration;
  constructor(readonly iso: string) {
    this.duration = Temporal.Duration.from(iso);
  }
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function isInstant(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}

export function parseDate(text: string): CalendarDate {
  if (!isDate(text)) throw new NotEvaluable(`“${text.slice(0, 40)}” is not a day`);
  return new CalendarDate(text);
}

export function parsePeriod(text: string): Period {
  try {
    return new Period(text);
  } catch {
    throw new NotEvaluable(`“${text.slice(0, 40)}” is not a period`);
  }
}

const FOUR_DIGITS = /^\d{4}-/;

export function assertFourDigitYear(value: unknown): void {
  if (value instanceof CalendarDate && !FOUR_DIGITS.test(value.iso)) throw new YearOutOfRange();
  if (!(value instanceof Date)) return;
  if (Number.isNaN(value.getTime()) || !FOUR_DIGITS.test(value.toISOString())) throw new YearOutOfRange();
}

/** Throws `YearOutOfRange`, also on overflow. */
export function computeWithFourDigitYear<T extends CalendarDate | Date>(compute: () => T): T {
  try {
    const value = compute();
    assertFourDigitYear(value);
    return value;
  } catch (error) {
    throw error instanceof RangeError ? new YearOutOfRange() : error;
  }
}

export function addToDate(date: CalendarDate, period: Period, sign: 1 | -1): CalendarDate {
  const start = Temporal.PlainDate.from(date.iso);
  const end = sign > 0 ? start.add(period.duration) : start.subtract(period.duration);
  return new CalendarDate(end.toString());
}

export function addToInstant(date: Date, period: Period, sign: 1 | -1, timeZone: string): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone);
  const end = sign > 0 ? start.add(period.duration) : start.subtract(period.duration);
  return new Date(end.epochMilliseconds);
}

export function countDaysBetween(first: CalendarDate, second: CalendarDate): number {
  return Math.round((Date.parse(second.iso) - Date.parse(first.iso)) / 86_400_000);
}

/** Each takes 1 ms and 60 KB. */
const MAX_FORMATS = 100;

/** Throws a RangeError for unknown time zones. */
const dayFormat = memoize(
  (timeZone) =>
    new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  MAX_FORMATS,
);

export function isTimeZone(shown: string): boolean {
  if (/^[+-]/.test(shown)) return false;
  try {
    dayFormat(shown);
    return true;
  } catch {
    return false;
  }
}

/** Caches the last answer. */
export function createLocalDayLookup(timeZone: string): (instant: string | number) => string {
  const format = dayFormat(timeZone);
  let last: { readonly instant: string | number; readonly day: string } | undefined;
  return (instant) => {
    if (last?.instant === instant) return last.day;
    const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
    const day = `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
    last = { instant, day };
    return day;
  };
}
