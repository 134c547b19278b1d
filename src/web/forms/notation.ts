// Stored values as forms write them: `1.234,50` in German, `2026-11-20`, `2026-11-20T10:00`; the domain reads them back to the same value.
import { Temporal } from 'temporal-polyfill';
import { notationOf } from '#specification/numbers/notation.js';
import type { Field, Specification } from '#specification/specification.js';
import { isUnreadable, type Value } from '#specification/value.js';

type WrittenField = Pick<Field, 'type' | 'places' | 'currency'>;
/** How an application writes numbers and times. */
export type Manner = Pick<Specification, 'locale' | 'timeZone'>;

/** '' for an empty, an unreadable and a table value: tables are written cell by cell. */
export function inForm(field: WrittenField, value: Value, { locale, timeZone }: Manner): string {
  if (value === null || isUnreadable(value) || typeof value === 'object') return '';
  if (typeof value === 'number') return numberInForm(field, value, locale);
  if (field.type === 'dateTime' && typeof value === 'string') return localTime(value, timeZone);
  return String(value);
}

export function numberInForm(field: WrittenField, units: number, locale: string): string {
  return notationOf(field, locale).write(units, field.type === 'integer' ? 0 : field.places);
}

/** The local time to the minute, and more exactly only where the instant is. */
function localTime(instant: string, timeZone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  const exact = local.toString();
  return exact.endsWith(':00') && exact.length === 19 ? exact.slice(0, 16) : exact;
}
