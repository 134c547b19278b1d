// Folded texts that lists of records are sorted by: case and accents do not count.
import { sortKey } from '#projections/port/search-words.js';
import type { Value } from '#specification/model/stored-value.js';

/** Texts to sort by, as far as they are readable: sealed values have none. */
export function sortKeys(fields: Readonly<Record<string, Value>>): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const [field, value] of Object.entries(fields))
    if (typeof value === 'string') keys[sortName(field)] = sortKey(value);
  return keys;
}

export function withSortKeys(
  sort: Readonly<Record<string, string>>,
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, string>> {
  const keys = sortKeys(values);
  const gone = Object.keys(values)
    .map(sortName)
    .filter((name) => keys[name] === undefined && sort[name] !== undefined);
  if (gone.length === 0) return { ...sort, ...keys };
  return Object.fromEntries(Object.entries({ ...sort, ...keys }).filter(([name]) => !gone.includes(name)));
}

/** A field of one's own may be called `title` or `number` too. */
export function sortName(field: string): string {
  return field === 'title' || field === 'number' ? `${field}-field` : field;
}
