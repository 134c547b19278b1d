// Days and years of the specification's time zone.
import { Temporal } from 'temporal-polyfill';

/** A stretch of time, as instants in the stored form, which sort as texts. `until` is not in it. */
interface TimeRange {
  readonly from: string;
  readonly until: string;
}

const days = new Map<string, TimeRange & { readonly day: string }>();

const years = new Map<string, TimeRange & { readonly year: number }>();

/** The day of `now` in a time zone: `2026-11-20`. */
export function dayOf(now: string, timeZone: string): string {
  const known = days.get(timeZone);
  if (known && covers(known, now)) return known.day;
  const start = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).startOfDay();
  const day = start.toPlainDate().toString();
  days.set(timeZone, {
    day,
    from: storedInstant(start),
    until: storedInstant(start.add({ days: 1 }).startOfDay()),
  });
  return day;
}

/** The year of `now` there. */
export function yearOf(now: string, timeZone: string): number {
  const known = years.get(timeZone);
  if (known && covers(known, now)) return known.year;
  const { year } = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone);
  const begin = (of: number) =>
    Temporal.PlainDate.from({ year: of, month: 1, day: 1 }).toZonedDateTime(timeZone);
  years.set(timeZone, { year, from: storedInstant(begin(year)), until: storedInstant(begin(year + 1)) });
  return year;
}

function covers({ from, until }: TimeRange, now: string): boolean {
  return from <= now && now < until;
}

function storedInstant(moment: Temporal.ZonedDateTime): string {
  return new Date(moment.epochMilliseconds).toISOString();
}
