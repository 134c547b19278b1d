import { Temporal } from 'temporal-polyfill';
import { listLikelyReadings, getNumberNotation } from '#specification/numbers/number-notation.js';
import type { Field } from '#specification/model/specification.js';
import type { FilterKind } from '#specification/field-types/field-type.js';

type NumberField = Pick<Field, 'type' | 'places' | 'currency'>;

/** In units of 10^-places. `examples`: notations of possible meanings; empty for numbers that are too large. */
export type ParsedUnits = { readonly units: number } | { readonly examples: readonly string[] };

/** Without a locale: plain notation. */
export function parseUnits(field: NumberField, text: string, locale?: string): ParsedUnits {
  const notation = getNumberNotation(field, locale);
  const read = notation.read(text, field.places);
  const units = listLikelyReadings(read);
  if (!units.every(Number.isSafeInteger)) return { examples: [] };
  if ('units' in read) return { units: read.units };
  const written = units.length > 0 ? units : [125 * 10 ** (field.places - 1)].map(Math.trunc);
  return { examples: written.map((each) => notation.write(each, field.places)) };
}

/** 'YYYY-MM-DD' */
export function parseDay(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text.trim())) return undefined;
  try {
    return Temporal.PlainDate.from(text.trim(), { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}

/** The notation of later years, such as `+010000-01-01T00:00:00.000Z`, sorts before all others. */
const LAST = Temporal.Instant.from('9999-12-31T23:59:59.999Z');

/** UTC with milliseconds, comparable as text. */
export function toStoredInstant(instant: Temporal.Instant): string {
  const comparable = Temporal.Instant.compare(instant, LAST) > 0 ? LAST : instant;
  return comparable.toString({ smallestUnit: 'millisecond' });
}

/** Stored notation. */
export const startOfDay = (day: string, timeZone: string): string =>
  toStoredInstant(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant());

/** Start of the next day, as days may last 23 or 25 hours. */
export function endOfDay(day: string, timeZone: string): string {
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), timeZone);
}

const ANSWERS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['none', null],
]);

/** undefined: none of the texts is a possible value. */
export function parseChosenValues(
  kind: FilterKind,
  texts: readonly string[],
): readonly (string | boolean | null)[] | undefined {
  if (kind !== 'boolean') return texts;
  return texts.every((text) => ANSWERS.has(text)) ? texts.map((text) => ANSWERS.get(text)!) : undefined;
}
