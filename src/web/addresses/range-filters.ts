// Filters by a range in an address: `amount.from=100&amount.until=250.50`, days and moments alike.
import type { FieldFilter } from '#query-handling/records/records-query.js';
import type { Entity, Field, Specification } from '#specification/specification.js';
import { endOfDay, parseDay, parseUnits, startOfDay } from './filter-values.js';
import { typeOf } from '#specification/field-types/type-of.js';

/** As they are written; '' where none is given. */
export type RangeEnds = readonly [from: string, until: string];

/** Of a filter by a range; nothing of others. */
export const endsOf = (filter: FieldFilter): Partial<Record<'from' | 'until', string | number>> =>
  'among' in filter || 'begins' in filter ? {} : filter;

interface RangeFilterContext {
  readonly specification: Specification;
  readonly entity: Entity;
  /** The locale whose notation numbers are written in; undefined: plainly. */
  readonly locale?: string;
}

/** undefined: there is none; in words: what is wrong with an end of it. */
export function readRange(
  key: string,
  ends: RangeEnds,
  on: RangeFilterContext,
): FieldFilter | string | undefined {
  if (ends.every((text) => text === '')) return undefined;
  const field = on.entity.fields.find((each) => each.key === key);
  return field && typeOf(field).isNumber ? numbers(field, ends, on) : days(key, field, ends, on);
}

function numbers(
  field: Field,
  [from, until]: RangeEnds,
  { locale }: RangeFilterContext,
): FieldFilter | string {
  const read: { from?: number; until?: number } = {};
  for (const [end, text] of [['from', from] as const, ['until', until] as const]) {
    if (text === '') continue;
    const units = parseUnits(field, text, locale);
    if (typeof units === 'string')
      return `The filter “${field.key}” was not understood: instead of “${text.slice(0, 60)}” ${units}.`;
    read[end] = units;
  }
  return { field: field.key, ...read };
}

function days(
  key: string,
  field: Field | undefined,
  [from, until]: RangeEnds,
  { specification: { timeZone } }: RangeFilterContext,
): FieldFilter | undefined {
  const [first, last] = [parseDay(from), parseDay(until)];
  if ((from !== '' && first === undefined) || (until !== '' && last === undefined)) return undefined;
  if (field && typeOf(field).isDay) return { field: key, from: first, until: last };
  return { field: key, from: first && startOfDay(first, timeZone), before: last && endOfDay(last, timeZone) };
}
