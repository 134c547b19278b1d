// Days and years of the specification's time zone.
import { Temporal } from 'temporal-polyfill';

/** The instant at which the day of `now` began there. */
export function startOfDay(now: string, timeZone: string): string {
  const start = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).startOfDay();
  return new Date(start.epochMilliseconds).toISOString();
}

export function yearOf(now: string, timeZone: string): number {
  return Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).year;
}
