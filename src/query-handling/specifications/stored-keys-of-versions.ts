// Under which keys the entities of each version are stored, as the versions before it and its own `was` say.
import { LRUCache } from 'lru-cache';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';
import { readSchemaWithCache } from '#specification/check-cache.js';
import { assignEntityKeys, NO_ENTITIES, type EntityKeys } from '#specification/upgrade/stored-keys.js';

const MOST_KEPT = 500;

export type StoredKeysOfVersion = (
  application: string,
  version: number,
) => Promise<Pick<EntityKeys, 'keys' | 'former'>>;

const AS_DECLARED = NO_ENTITIES;

/** Looked for only where a document may rename something: the others store entities under the names that they give them. */
const MAY_RENAME = /was|\\/;

/** Texts of versions never change, nor do those before them. */
export function findStoredKeys(
  textOf: (application: string, version: number) => Promise<string | undefined>,
): StoredKeysOfVersion {
  const known = new LRUCache<string, EntityKeys>({ max: MOST_KEPT });
  const mayRename = new LRUCache<string, boolean>({ max: MOST_KEPT });
  const renamesUntil = async (application: string, version: number): Promise<boolean> => {
    for (let each = version; each > 0; each -= 1) {
      const key = `${application} ${each}`;
      const before = mayRename.get(key);
      const found = before ?? MAY_RENAME.test((await textOf(application, each)) ?? '');
      mayRename.set(key, found);
      if (found) return true;
    }
    return false;
  };
  return async (application, version) => {
    const key = (each: number) => `${application} ${each}`;
    if (!known.has(key(version)) && !(await renamesUntil(application, version))) return AS_DECLARED;
    let from = version;
    while (from > 0 && !known.has(key(from))) from -= 1;
    let keys = known.get(key(from)) ?? NO_ENTITIES;
    const letOthers = startTimeSlice();
    for (let each = from + 1; each <= version; each += 1) {
      const schema = readSchemaWithCache((await textOf(application, each)) ?? '');
      if (schema) keys = assignEntityKeys(keys, Object.values(schema.entities));
      known.set(key(each), keys);
      await letOthers();
    }
    return keys;
  };
}
