import { Temporal } from 'temporal-polyfill';

/** `zones`: IANA names. `now`: ISO 8601. Falls back to UTC. */
export function chooseCommonTimeZone(zones: readonly string[], now: string): string {
  const [first, ...others] = [...new Set(zones)];
  if (first === undefined) return 'UTC';
  if (others.length === 0) return first;
  const clock = clockOf(first, now);
  return others.every((zone) => clockOf(zone, now) === clock) ? first : 'UTC';
}

/** Compares offsets from the last change to the second next, so that Berlin equals Amsterdam. */
function clockOf(zone: string, now: string): string {
  const here = Temporal.Instant.from(now).toZonedDateTimeISO(zone);
  const [last, next] = [here.getTimeZoneTransition('previous'), here.getTimeZoneTransition('next')];
  return [last?.epochMilliseconds, here.offset, next?.epochMilliseconds, next?.offset].join(' ');
}
