// Publishing, comparing and running share checks.
import { LRUCache } from 'lru-cache';
import { checkDocument } from './check-document.js';
import type { SpecificationCheck } from './model/specification.js';
import type { UpgradeCondition } from './upgrade/upgrade-condition.js';
import { findUpgradeConditions } from './upgrade/find-upgrade-conditions.js';
import { readVersionSchema, type VersionSchema } from './upgrade/version-schema.js';

/** Memory grows with the length. */
const MAX_CACHED_CHARACTERS = 2_000_000;

const checkCache = new LRUCache<string, SpecificationCheck>({
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (_, text) => text.length + 1,
});

export function checkWithCache(text: string): SpecificationCheck {
  return checkCache.get(text) ?? cacheCheck(text, checkDocument(text));
}

export const getCachedCheck = (text: string): SpecificationCheck | undefined => checkCache.get(text);

export function cacheCheck(text: string, checked: SpecificationCheck): SpecificationCheck {
  checkCache.set(text, checked);
  return checked;
}

export interface EarlierVersionText {
  readonly version: number;
  readonly text: string;
  readonly wasChecked: boolean;
}

export function findConditionsToPublish(
  earlier: readonly EarlierVersionText[],
  next: string,
): readonly UpgradeCondition[] {
  const schema = readSchemaWithCache(next);
  if (!schema) return [];
  const read = earlier.flatMap(({ text, ...each }) => {
    const declared = readSchemaWithCache(text);
    return declared ? [{ ...each, schema: declared }] : [];
  });
  return findUpgradeConditions(read, schema);
}

const schemaCache = new LRUCache<string, { readonly schema: VersionSchema | undefined }>({
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (_, text) => text.length + 1,
});

export function readSchemaWithCache(text: string): VersionSchema | undefined {
  const known = schemaCache.get(text) ?? { schema: readVersionSchema(text) };
  schemaCache.set(text, known);
  return known.schema;
}
