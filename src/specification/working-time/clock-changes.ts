// Where a time zone sets its clocks: stretches of time in which they differ from UTC by the same.
import { Temporal } from 'temporal-polyfill';

export interface OffsetPeriod {
  readonly from: number;
  /** Not in it. */
  readonly until: number;
  /** What the clock on the wall is ahead of UTC, in milliseconds. */
  readonly offset: number;
}

/** Further from UTC no clock is. */
const MOST_AHEAD = 26 * 3_600_000;

const known = new Map<string, OffsetPeriod[]>();
const KEPT_ZONES = 16;
const KEPT_STRETCHES = 500;

/** Looking one up takes as long as a hundred calculations, and a case asks for the same few again and again. */
export function findOffsetPeriod(instant: number, timeZone: string): OffsetPeriod {
  const ofZone = known.get(timeZone) ?? [];
  const found = ofZone.find(({ from, until }) => from <= instant && instant < until);
  if (found) return found;
  if (known.size >= KEPT_ZONES) known.clear();
  if (ofZone.length >= KEPT_STRETCHES) ofZone.length = 0;
  const made = lookUp(instant, timeZone);
  ofZone.push(made);
  known.set(timeZone, ofZone);
  return made;
}

function lookUp(instant: number, timeZone: string): OffsetPeriod {
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  const until = at.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
  // A moment where the clocks are set belongs to what comes after it.
  const from = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity;
  return { from, until, offset: at.offsetNanoseconds / 1_000_000 };
}

/** When the clock on the wall shows a time. What it shows twice is the first of both; what it jumps over, the moment of the jump. */
export function wallTimeToInstant(wall: number, timeZone: string): number {
  let stretch = findOffsetPeriod(wall - MOST_AHEAD, timeZone);
  while (wall >= stretch.until + stretch.offset) stretch = findOffsetPeriod(stretch.until, timeZone);
  return Math.max(wall - stretch.offset, stretch.from);
}
