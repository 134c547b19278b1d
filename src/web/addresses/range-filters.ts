// `amount.from=100&amount.until=250.50` (numbers, days, instants), `stateSince.longerThan=3`
import type { MessageId } from '#views/messages/en/all.js';
import type { Translate } from '#views/messages/translate.js';
import type { FieldFilter } from '#query-handling/lists/list-query.js';
import type { Entity, Field, Specification } from '#specification/model/specification.js';
import { endOfDay, parseDay, parseUnits, startOfDay } from './filter-values.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { addToInstant, Period } from '#specification/values/calendar-date.js';

/** As typed; '' if missing. */
export type RangeEnds = readonly [from: string, until: string];

/** Empty for filters of other kinds. */
export const rangeEnds = (filter: FieldFilter): Partial<Record<'from' | 'until', string | number>> =>
  'from' in filter || 'until' in filter ? filter : {};

interface RangeFilterContext {
  readonly specification: Specification;
  readonly entity: Entity;
  /** Locale of typed numbers; undefined: plain notation. */
  readonly locale?: string;
  /** Pages name a filter by its title, the API by its parameter. */
  readonly isPage?: boolean;
  readonly t: Translate;
}

const PROPERTIES = {
  stateSince: 'list.inThisState',
  openedAt: 'property.openedAt',
  changedAt: 'property.changedAt',
} as const satisfies Readonly<Record<string, MessageId>>;

export function displayFilterName(key: string, { entity, isPage = false, t }: RangeFilterContext): string {
  if (!isPage) return key.slice(0, MAX_QUOTED_INPUT);
  const field = entity.fields.find((each) => each.key === key);
  if (field) return field.title;
  return Object.hasOwn(PROPERTIES, key)
    ? t(PROPERTIES[key as keyof typeof PROPERTIES])
    : key.slice(0, MAX_QUOTED_INPUT);
}

/** Maximum characters of a faulty input repeated in a message. */
export const MAX_QUOTED_INPUT = 60;

/** undefined: no range; a string: what is wrong with it. */
export function readRangeFilter(
  key: string,
  ends: RangeEnds,
  on: RangeFilterContext,
): FieldFilter | string | undefined {
  if (ends.every((text) => text === '')) return undefined;
  const field = on.entity.fields.find((each) => each.key === key);
  return field && getFieldType(field).isNumber ? numbers(field, ends, on) : days(key, field, ends, on);
}

/** Accepts days (`3`), durations (`PT12H`) or a range of days. */
export function readAgeFilter(
  key: string,
  longerThan: string,
  ends: RangeEnds,
  on: RangeFilterContext & { readonly now: string },
): FieldFilter | string | undefined {
  if (longerThan.trim() === '') return readRangeFilter(key, ends, on);
  const latest = before(longerThan.trim(), on.now, on.specification.timeZone);
  if (latest === undefined)
    return on.t('filter.noAge', {
      name: displayFilterName(key, on),
      text: longerThan.slice(0, MAX_QUOTED_INPUT),
    });
  const range = readRangeFilter(key, [ends[0], ''], on);
  if (typeof range === 'string') return range;
  return { field: key, ...(range && rangeEnds(range)), until: latest };
}

/** undefined: not a duration. */
function before(text: string, now: string, timeZone: string): string | undefined {
  const iso = /^\d{1,5}$/.test(text) ? `P${text}D` : text;
  if (!/^P(?=.)/.test(iso)) return undefined;
  try {
    return addToInstant(new Date(now), new Period(iso), -1, timeZone).toISOString();
  } catch {
    return undefined;
  }
}

function numbers(field: Field, [from, until]: RangeEnds, on: RangeFilterContext): FieldFilter | string {
  const read: { from?: number; until?: number } = {};
  for (const [end, text] of [['from', from] as const, ['until', until] as const]) {
    if (text === '') continue;
    const parsed = parseUnits(field, text, on.locale);
    if ('examples' in parsed) return noNumber(text, parsed.examples, on.t, displayFilterName(field.key, on));
    read[end] = parsed.units;
  }
  return { field: field.key, ...read };
}

function noNumber(text: string, examples: readonly string[], t: Translate, name: string): string {
  const shown = { name, text: text.slice(0, MAX_QUOTED_INPUT) };
  if (examples.length === 0) return t('filter.tooLarge', shown);
  const or = new Intl.ListFormat(t.language, { type: 'disjunction' });
  return t('filter.noNumber', { ...shown, examples: or.format(examples) });
}

function days(
  key: string,
  field: Field | undefined,
  [from, until]: RangeEnds,
  on: RangeFilterContext,
): FieldFilter | string {
  const [first, last] = [parseDay(from), parseDay(until)];
  const wrong = from !== '' && first === undefined ? from : last === undefined ? until : '';
  if (wrong !== '')
    return on.t('filter.noDay', { name: displayFilterName(key, on), text: wrong.slice(0, MAX_QUOTED_INPUT) });
  const { timeZone } = on.specification;
  if (field && getFieldType(field).isDay) return { field: key, from: first, until: last };
  return { field: key, from: first && startOfDay(first, timeZone), before: last && endOfDay(last, timeZone) };
}
