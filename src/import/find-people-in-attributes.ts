import { collectTexts } from './stored-attributes.js';
import type { PeopleOfLog } from './people-of-log.js';
import type { LogAttribute } from './xes-log.js';

/** Attribute → ids of people named in it, at any depth. */
export function findPeopleInAttributes(
  attributes: readonly LogAttribute[],
  people: PeopleOfLog,
): Readonly<Record<string, readonly string[]>> {
  const about = new Map<string, Set<string>>();
  for (const attribute of attributes) {
    const spoken = collectTexts(attribute).flatMap((text) => people.findMentionedPeople(text));
    if (spoken.length > 0)
      about.set(attribute.key, new Set([...(about.get(attribute.key) ?? []), ...spoken]));
  }
  return Object.fromEntries([...about].map(([key, ids]) => [key, [...ids]]));
}
