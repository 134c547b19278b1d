// Stored values as forms write them: `1.234,50` in German, `2026-11-20`, `2026-11-20T10:00`; the domain reads them back to the same value.
import { notationOf } from '#specification/numbers/notation.js';
import type { Field } from '#specification/specification.js';
import { isUnreadable, type Value } from '#specification/value.js';
import type { DisplayLocale } from '#specification/values/shown-text.js';
import { placesOf, typeOf } from '#specification/field-types/type-of.js';

type WrittenField = Pick<Field, 'type' | 'places' | 'currency'>;

/** '' for an empty, an unreadable and a table value: tables are written cell by cell. */
export function inForm(field: WrittenField, value: Value, manner: DisplayLocale): string {
  if (value === null || isUnreadable(value) || typeof value === 'object') return '';
  if (typeof value === 'number') return numberInForm(field, value, manner.locale);
  const { typed } = typeOf(field);
  return typed && typeof value === 'string' ? typed(value, manner) : String(value);
}

export function numberInForm(field: WrittenField, units: number, locale: string): string {
  return notationOf(field, locale).write(units, placesOf(field));
}
