// The time zone of pages that belong to no application: that of all applications whose reader may enter them, where they have one clock.
import { Temporal } from 'temporal-polyfill';

/** `zones`: IANA names, as `Europe/Berlin`. `now`: ISO 8601 instant. UTC where clocks differ, and where there are none. */
export function sharedTimeZone(zones: readonly string[], now: string): string {
  const [first, ...others] = [...new Set(zones)];
  if (first === undefined) return 'UTC';
  if (others.length === 0) return first;
  const clock = clockOf(first, now);
  return others.every((zone) => clockOf(zone, now) === clock) ? first : 'UTC';
}

/** Equal for zones whose clocks agree from their last change to the one after the next, such as Berlin and Amsterdam. */
function clockOf(zone: string, now: string): string {
  const here = Temporal.Instant.from(now).toZonedDateTimeISO(zone);
  const [last, next] = [here.getTimeZoneTransition('previous'), here.getTimeZoneTransition('next')];
  return [last?.epochMilliseconds, here.offset, next?.epochMilliseconds, next?.offset].join(' ');
}
