// Filter values as they are written in an address, and as stored values: `12.50` and 1250, days and instants.
import { Temporal } from 'temporal-polyfill';
import { listLikelyUnits, getNumberNotation } from '#specification/numbers/number-notation.js';
import type { Field } from '#specification/model/specification.js';
import type { FilterKind } from '#specification/field-types/field-type.js';

type NumberField = Pick<Field, 'type' | 'places' | 'currency'>;

/** In units of 10^-places. `examples`: how what may be meant would be written; none where it is too large. */
export type ParsedUnits = { readonly units: number } | { readonly examples: readonly string[] };

/** Without a locale the text is written plainly. */
export function parseUnits(field: NumberField, text: string, locale?: string): ParsedUnits {
  const notation = getNumberNotation(field, locale);
  const read = notation.read(text, field.places);
  const units = listLikelyUnits(read);
  if (!units.every(Number.isSafeInteger)) return { examples: [] };
  if ('units' in read) return { units: read.units };
  const written = units.length > 0 ? units : [125 * 10 ** (field.places - 1)].map(Math.trunc);
  return { examples: written.map((each) => notation.write(each, field.places)) };
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

const ANSWERS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['none', null],
]);

/** Values of a filter that names single values; undefined: none of them can be one. */
export function parseAmong(
  kind: FilterKind,
  texts: readonly string[],
): readonly (string | boolean | null)[] | undefined {
  if (kind !== 'boolean') return texts;
  return texts.every((text) => ANSWERS.has(text)) ? texts.map((text) => ANSWERS.get(text)!) : undefined;
}
