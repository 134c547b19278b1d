// Stored values as forms write them: `12.50`, `2026-11-20`, `2026-11-20T10:00`; the domain reads them back to the same value.
import { Temporal } from 'temporal-polyfill';
import type { Field } from '../../specification/specification.js';
import { isErased, type Value } from '../../specification/value.js';

/** '' for an empty, an erased and a table value: tables are written cell by cell. */
export function inForm(field: Pick<Field, 'type' | 'places'>, value: Value, timeZone: string): string {
  if (value === null || isErased(value) || typeof value === 'object') return '';
  if (typeof value === 'number' && (field.type === 'money' || field.type === 'decimal'))
    return withPoint(value, field.places);
  if (field.type === 'dateTime' && typeof value === 'string') return localTime(value, timeZone);
  return String(value);
}

/** 1250 with two places is `12.50`. */
export function withPoint(units: number, places: number): string {
  if (places === 0) return String(units);
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The local time to the minute, and more exactly only where the instant is. */
function localTime(instant: string, timeZone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  const exact = local.toString();
  return exact.endsWith(':00') && exact.length === 19 ? exact.slice(0, 16) : exact;
}
