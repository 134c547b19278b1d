import { Temporal } from 'temporal-polyfill';

export interface TimeOfDay {
  /** Minutes since midnight, `until` exclusive; over midnight if `from` is later. */
  readonly from: number;
  readonly until: number;
  readonly timeZone: string;
}

const DAY = 24 * 60;
const MINUTE = 60_000;
/** Clocks change at quarters of an hour. */
const QUARTER = 15 * MINUTE;

export function createTimeOfDayTest({ from, until, timeZone }: TimeOfDay): (instant: string) => boolean {
  const offsets = new Map<number, number>();
  const offsetAt = (instant: number): number => {
    const quarter = Math.floor(instant / QUARTER);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const zoned = Temporal.Instant.fromEpochMilliseconds(quarter * QUARTER).toZonedDateTimeISO(timeZone);
    const offset = zoned.offsetNanoseconds / 1e6;
    offsets.set(quarter, offset);
    return offset;
  };
  return (text) => {
    const instant = Date.parse(text);
    if (Number.isNaN(instant)) return false;
    const minutes = Math.floor((instant + offsetAt(instant)) / MINUTE);
    const time = ((minutes % DAY) + DAY) % DAY;
    return from <= until ? from <= time && time < until : from <= time || time < until;
  };
}
