import { Temporal } from 'temporal-polyfill';
import type { TimeSpan } from '#views/format.js';

const UNITS = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Milliseconds: below 90 days, “45 days” is more precise than “1 month”. */
const COUNTED_IN_DAYS = 90 * 86_400_000;

/** In the largest fitting unit, rounded down, at least zero. `from`, `to`: ISO 8601. */
export function calculateElapsedTime(from: string, to: string): TimeSpan {
  const milliseconds = Math.max(0, Date.parse(to) - Date.parse(from)) || 0;
  const [unit, length] = UNITS.find(
    ([name, size]) => milliseconds >= size && (name !== 'month' || milliseconds >= COUNTED_IN_DAYS),
  ) ?? ['second', 1_000];
  return { amount: Math.floor(milliseconds / length), unit };
}

/** Calendar days in `timeZone`; negative if past. undefined: not a date. */
export function countDaysUntil(due: string, now: string, timeZone: string): number | undefined {
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
