// How long something lasts, and how many days there are until something: numbers, which pages put into words.
import { Temporal } from 'temporal-polyfill';
import type { TimeSpan } from '#views/format.js';

const UNITS = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Days are counted up to this many milliseconds: “45 days” says more than “1 month”. */
const COUNTED_IN_DAYS = 90 * 86_400_000;

/** In the largest unit that it fills, rounded down. `from`, `to`: ISO 8601; nothing lasts less than no time. */
export function elapsedTime(from: string, to: string): TimeSpan {
  const milliseconds = Math.max(0, Date.parse(to) - Date.parse(from)) || 0;
  const [unit, length] = UNITS.find(
    ([name, size]) => milliseconds >= size && (name !== 'month' || milliseconds >= COUNTED_IN_DAYS),
  ) ?? ['second', 1_000];
  return { amount: Math.floor(milliseconds / length), unit };
}

/** From today until a day or a moment, by the calendar of the time zone; negative: it is past. undefined: it is no date. */
export function daysUntil(due: string, now: string, timeZone: string): number | undefined {
  try {
    const today = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDate();
    const day = /^\d{4}-\d\d-\d\d$/.test(due)
      ? Temporal.PlainDate.from(due)
      : Temporal.Instant.from(due).toZonedDateTimeISO(timeZone).toPlainDate();
    return today.until(day, { largestUnit: 'day' }).days;
  } catch {
    return undefined;
  }
}
