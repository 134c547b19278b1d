import { Temporal } from 'temporal-polyfill';

/** ISO 8601; `until` is exclusive. */
interface TimeRange {
  readonly from: string;
  readonly until: string;
}

const dayCache = new Map<string, TimeRange & { readonly day: string }>();

const yearCache = new Map<string, TimeRange & { readonly year: number }>();

export function toLocalDay(now: string, timeZone: string): string {
  const known = dayCache.get(timeZone);
  if (known && isWithin(known, now)) return known.day;
  const start = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).startOfDay();
  const day = start.toPlainDate().toString();
  dayCache.set(timeZone, {
    day,
    from: formatInstant(start),
    until: formatInstant(start.add({ days: 1 }).startOfDay()),
  });
  return day;
}

export function toLocalYear(now: string, timeZone: string): number {
  const known = yearCache.get(timeZone);
  if (known && isWithin(known, now)) return known.year;
  const { year } = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone);
  const begin = (of: number) =>
    Temporal.PlainDate.from({ year: of, month: 1, day: 1 }).toZonedDateTime(timeZone);
  yearCache.set(timeZone, { year, from: formatInstant(begin(year)), until: formatInstant(begin(year + 1)) });
  return year;
}

function isWithin({ from, until }: TimeRange, now: string): boolean {
  return from <= now && now < until;
}

function formatInstant(moment: Temporal.ZonedDateTime): string {
  return new Date(moment.epochMilliseconds).toISOString();
}
