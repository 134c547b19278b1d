// Filter values as people write them in an address, and as stored values: `12.50` and 1250, days and instants.
import { Temporal } from 'temporal-polyfill';
import type { Field } from '../../specification/specification.js';

/** A whole number of units of 10^-places; undefined: not one. */
export function parseUnits(text: string, places: number): number | undefined {
  const match = /^([+-]?)(\d{1,15})(?:\.(\d*))?$/.exec(text.trim());
  const fraction = match?.[3] ?? '';
  if (!match || /[1-9]/.test(fraction.slice(places))) return undefined;
  const units = Number(`${match[2]!}${fraction.slice(0, places).padEnd(places, '0')}`);
  if (!Number.isSafeInteger(units)) return undefined;
  return match[1] === '-' && units !== 0 ? -units : units;
}

/** `1250` with two places is `12.50`: exact, with a point, as the form writes it. */
export function writeUnits(units: number, places: number): string {
  if (places === 0) return String(units);
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** A day of the calendar, 'YYYY-MM-DD'. */
export function parseDay(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text.trim())) return undefined;
  try {
    return Temporal.PlainDate.from(text.trim(), { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}

/** The instant a day begins in a time zone, as stored: UTC with milliseconds. */
export function startOfDay(day: string, timeZone: string): string {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant();
  return start.toString({ smallestUnit: 'millisecond' });
}

/** The instant the day after begins: everything on the day is before it, however long the day is. */
export function endOfDay(day: string, timeZone: string): string {
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), timeZone);
}

/** Values of a filter that names single values; undefined: none of them can be one. */
export function parseAmong(
  type: Field['type'] | 'state',
  texts: readonly string[],
): readonly (string | boolean)[] | undefined {
  if (type !== 'boolean') return texts;
  const flags = texts.filter((text) => text === 'true' || text === 'false').map((text) => text === 'true');
  return flags.length === texts.length ? flags : undefined;
}
