// Days, months and moments in the text of a search, as the pages of who searches show them, and as programs write them.
import { Temporal } from 'temporal-polyfill';
import { isDate } from '#specification/values/calendar-date.js';
import type { DisplayLocale } from '#specification/values/format-value.js';
import { readDay, readMoment, readMonth } from '#specification/values/written-day.js';

/** Stored values, both ends included. */
interface Span {
  readonly from: string;
  readonly until: string;
}

/** What a text says of time. */
export interface SearchTime {
  /** YYYY-MM-DD; undefined: a time of day is written, which no column of days shows. */
  readonly days?: Span;
  /** ISO 8601 instants, in UTC with milliseconds. */
  readonly moments: Span;
}

/** More than any locale takes for a moment. */
const LONGEST = 60;
const HAS_FIGURE = /\p{Nd}/u;
/** `1 2 2026` may be three numbers. */
const FIGURES_ALONE = /^\p{Nd}+(?:\s+\p{Nd}+)+$/u;

/** undefined: it is no day, month or moment, or different ones. */
export function parseSearchTime(text: string, { locale, timeZone }: DisplayLocale): SearchTime | undefined {
  if (text.length > LONGEST || !HAS_FIGURE.test(text) || FIGURES_ALONE.test(text)) return undefined;
  const day = isDate(text) ? text : readDay(text, locale);
  if (day !== undefined) return daysFrom(day, { days: 1 }, timeZone);
  const month = readMonth(text, locale);
  if (month !== undefined) return daysFrom(`${month}-01`, { months: 1 }, timeZone);
  const moment = readMoment(text, locale);
  return moment === undefined ? undefined : minuteFrom(moment, timeZone);
}

function daysFrom(day: string, length: Temporal.DurationLike, timeZone: string): SearchTime | undefined {
  return orUndefined(() => {
    const first = Temporal.PlainDate.from(day);
    const next = first.add(length);
    const moments = momentsBetween(first.toZonedDateTime(timeZone), next.toZonedDateTime(timeZone));
    return { days: { from: first.toString(), until: next.subtract({ days: 1 }).toString() }, moments };
  });
}

/** Pages show moments to the minute. The hour that clocks pass twice counts twice. */
function minuteFrom(local: string, timeZone: string): SearchTime | undefined {
  return orUndefined(() => {
    const time = Temporal.PlainDateTime.from(local).round({ smallestUnit: 'minute', roundingMode: 'floor' });
    const first = time.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
    const last = time.toZonedDateTime(timeZone, { disambiguation: 'later' });
    return { moments: momentsBetween(first, last.add({ minutes: 1 })) };
  });
}

const momentsBetween = (first: Temporal.ZonedDateTime, next: Temporal.ZonedDateTime): Span => ({
  from: new Date(first.epochMilliseconds).toISOString(),
  until: new Date(next.epochMilliseconds - 1).toISOString(),
});

/** Temporal says by a RangeError that there is no such day, time or zone. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
