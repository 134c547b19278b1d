// Checks a document once, however many ask about it one after the other: who publishes it, who compares it, who runs it.
import { LRUCache } from 'lru-cache';
import { checkDocument } from './check-document.js';
import type { SpecificationCheck } from './model/specification.js';
import type { UpgradeCondition } from './upgrade/upgrade-condition.js';
import { findUpgradeConditions } from './upgrade/find-upgrade-conditions.js';
import { readVersionSchema, type VersionSchema } from './upgrade/version-schema.js';

/** Total length of cached documents: memory grows with it. */
const MAX_CACHED_CHARACTERS = 2_000_000;

const checkCache = new LRUCache<string, SpecificationCheck>({
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (_, text) => text.length + 1,
});

export function checkWithCache(text: string): SpecificationCheck {
  return checkCache.get(text) ?? cacheCheck(text, checkDocument(text));
}

/** undefined: not checked here, or longer ago than is remembered. */
export const getCachedCheck = (text: string): SpecificationCheck | undefined => checkCache.get(text);

export function cacheCheck(text: string, checked: SpecificationCheck): SpecificationCheck {
  checkCache.set(text, checked);
  return checked;
}

/** A document that was published, oldest first. */
export interface EarlierText {
  readonly version: number;
  readonly text: string;
  readonly wasAsked: boolean;
}

/** What the next document has to keep of everything recorded before. A version that cannot be read any more asks nothing. */
export function findConditionsToPublish(
  earlier: readonly EarlierText[],
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
