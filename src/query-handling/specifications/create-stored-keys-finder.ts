// They follow from `was` and earlier versions.
import { LRUCache } from 'lru-cache';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';
import { readSchemaWithCache } from '#specification/check-cache.js';
import {
  assignStoredKeys,
  NO_STORED_ENTITY_KEYS,
  type StoredEntityKeys,
} from '#specification/upgrade/stored-keys.js';

const MAX_CACHED = 500;

export type FindStoredKeysOfVersion = (
  application: string,
  version: number,
) => Promise<Pick<StoredEntityKeys, 'keys' | 'former'>>;

const AS_DECLARED = NO_STORED_ENTITY_KEYS;

/** Documents without these rename nothing. */
const MAY_RENAME = /was|\\/;

/** Texts of versions are immutable. */
export function createStoredKeysFinder(
  textOf: (application: string, version: number) => Promise<string | undefined>,
): FindStoredKeysOfVersion {
  const known = new LRUCache<string, StoredEntityKeys>({ max: MAX_CACHED });
  const mayRename = new LRUCache<string, boolean>({ max: MAX_CACHED });
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
    let keys = known.get(key(from)) ?? NO_STORED_ENTITY_KEYS;
    const letOthers = startTimeSlice();
    for (let each = from + 1; each <= version; each += 1) {
      const schema = readSchemaWithCache((await textOf(application, each)) ?? '');
      if (schema) keys = assignStoredKeys(keys, Object.values(schema.entities));
      known.set(key(each), keys);
      await letOthers();
    }
    return keys;
  };
}
