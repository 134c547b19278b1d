import { Temporal } from 'temporal-polyfill';

export interface OffsetPeriod {
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
  /** Milliseconds ahead of UTC. */
  readonly offset: number;
}

/** No time zone is further from UTC. */
const MAX_OFFSET_MS = 26 * 3_600_000;

const known = new Map<string, OffsetPeriod[]>();
const MAX_CACHED_ZONES = 16;
const MAX_CACHED_PERIODS = 500;

/** A lookup costs a hundred calculations. */
export function findOffsetPeriod(instant: number, timeZone: string): OffsetPeriod {
  const ofZone = known.get(timeZone) ?? [];
  const found = ofZone.find(({ from, until }) => from <= instant && instant < until);
  if (found) return found;
  if (known.size >= MAX_CACHED_ZONES) known.clear();
  if (ofZone.length >= MAX_CACHED_PERIODS) ofZone.length = 0;
  const made = lookUp(instant, timeZone);
  ofZone.push(made);
  known.set(timeZone, ofZone);
  return made;
}

function lookUp(instant: number, timeZone: string): OffsetPeriod {
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  const until = at.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
  // A change belongs to the period after it.
  const from = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity;
  return { from, until, offset: at.offsetNanoseconds / 1_000_000 };
}

/** Repeated: the first. Skipped: the moment of the jump. */
export function wallTimeToInstant(wall: number, timeZone: string): number {
  let stretch = findOffsetPeriod(wall - MAX_OFFSET_MS, timeZone);
  while (wall >= stretch.until + stretch.offset) stretch = findOffsetPeriod(stretch.until, timeZone);
  return Math.max(wall - stretch.offset, stretch.from);
}
