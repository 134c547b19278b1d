// As displayed, and ISO 8601.
import { Temporal } from 'temporal-polyfill';
import { isDate } from '#specification/values/calendar-date.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import {
  parseLocalizedDay,
  parseLocalizedMoment,
  parseLocalizedMonth,
} from '#specification/values/localized-day.js';

/** Inclusive. */
interface Span {
  readonly from: string;
  readonly until: string;
}

export interface SearchTime {
  /** undefined: a time of day, which no date column matches. */
  readonly days?: Span;
  /** UTC with milliseconds. */
  readonly moments: Span;
}

/** No locale's moment is longer. */
const MAX_LENGTH = 60;
const HAS_FIGURE = /\p{Nd}/u;
/** `1 2 2026` may be three numbers. */
const FIGURES_ALONE = /^\p{Nd}+(?:\s+\p{Nd}+)+$/u;

export function parseSearchTime(text: string, { locale, timeZone }: DisplayLocale): SearchTime | undefined {
  if (text.length > MAX_LENGTH || !HAS_FIGURE.test(text) || FIGURES_ALONE.test(text)) return undefined;
  const day = isDate(text) ? text : parseLocalizedDay(text, locale);
  if (day !== undefined) return daysFrom(day, { days: 1 }, timeZone);
  const month = parseLocalizedMonth(text, locale);
  if (month !== undefined) return daysFrom(`${month}-01`, { months: 1 }, timeZone);
  const moment = parseLocalizedMoment(text, locale);
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

/** Moments show minutes; a repeated hour matches twice. */
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

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
