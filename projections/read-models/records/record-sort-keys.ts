import { toSortKey } from '#projections/port/search-words.js';
import type { Value } from '#specification/model/stored-value.js';

/** Sealed values have no sort key. */
export function createSortKeys(fields: Readonly<Record<string, Value>>): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const [field, value] of Object.entries(fields))
    if (typeof value === 'string') keys[toSortKeyName(field)] = toSortKey(value);
  return keys;
}

export function withSortKeys(
  sort: Readonly<Record<string, string>>,
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, string>> {
  const keys = createSortKeys(values);
  const gone = Object.keys(values)
    .map(toSortKeyName)
    .filter((name) => keys[name] === undefined && sort[name] !== undefined);
  if (gone.length === 0) return { ...sort, ...keys };
  return Object.fromEntries(Object.entries({ ...sort, ...keys }).filter(([name]) => !gone.includes(name)));
}

/** A field may also be called `title` or `number`. */
export function toSortKeyName(field: string): string {
  return field === 'title' || field === 'number' ? `${field}-field` : field;
}
