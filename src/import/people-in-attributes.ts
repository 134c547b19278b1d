// What of a log's words speaks of people: it is sealed under their keys before it is stored.
import { textsIn } from './store-attributes.js';
import type { PeopleOfLog } from './people-of-log.js';
import type { LogAttribute } from './xes-log.js';

/** Attribute → ids of those whose names are in it, however deep. */
export function findPeopleInAttributes(
  attributes: readonly LogAttribute[],
  people: PeopleOfLog,
): Readonly<Record<string, readonly string[]>> {
  const about = new Map<string, Set<string>>();
  for (const attribute of attributes) {
    const spoken = textsIn(attribute).flatMap((text) => people.spokenOf(text));
    if (spoken.length > 0)
      about.set(attribute.key, new Set([...(about.get(attribute.key) ?? []), ...spoken]));
  }
  return Object.fromEntries([...about].map(([key, ids]) => [key, [...ids]]));
}
