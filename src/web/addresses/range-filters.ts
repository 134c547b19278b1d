// Filters by a range in an address: `amount.from=100&amount.until=250.50`, days and moments alike; and by an age:
// `stateSince.longerThan=3`.
import type { FieldFilter } from '#query-handling/records/records-query.js';
import type { Entity, Field, Specification } from '#specification/specification.js';
import { endOfDay, parseDay, parseUnits, startOfDay } from './filter-values.js';
import { typeOf } from '#specification/field-types/type-of.js';
import { addToInstant, Period } from '#specification/values/calendar.js';

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

/** How long it has been so: a number of days, or a duration such as `PT12H`; otherwise as a range of days. */
export function readAge(
  key: string,
  longerThan: string,
  ends: RangeEnds,
  on: RangeFilterContext & { readonly now: string },
): FieldFilter | string | undefined {
  if (longerThan.trim() === '') return readRange(key, ends, on);
  const latest = before(longerThan.trim(), on.now, on.specification.timeZone);
  if (latest === undefined)
    return `The filter “${key}” was not understood: instead of “${longerThan.slice(0, 60)}” write a number of days, such as 3, or a duration, such as PT12H.`;
  const range = readRange(key, [ends[0], ''], on);
  if (typeof range === 'string') return range;
  return { field: key, ...(range && endsOf(range)), until: latest };
}

/** The moment so long before now; undefined: the text is no length of time. */
function before(text: string, now: string, timeZone: string): string | undefined {
  const iso = /^\d{1,5}$/.test(text) ? `P${text}D` : text;
  if (!/^P(?=.)/.test(iso)) return undefined;
  try {
    return addToInstant(new Date(now), new Period(iso), -1, timeZone).toISOString();
  } catch {
    return undefined;
  }
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
