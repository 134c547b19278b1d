// Checks a document once, however many ask about it one after the other: who publishes it, who compares it, who runs it.
import { LRUCache } from 'lru-cache';
import { check } from './check-document.js';
import type { SpecificationCheck } from './model/specification.js';
import type { UpgradeCondition } from './upgrade/upgrade-condition.js';
import { upgradeConditions } from './upgrade/find-upgrade-conditions.js';
import { readVersionSchema, type VersionSchema } from './upgrade/version-schema.js';

/** Characters of all documents that are kept, since what is made of one takes as much memory as it is long. */
const MOST_KEPT = 2_000_000;

const kept = new LRUCache<string, SpecificationCheck>({
  maxSize: MOST_KEPT,
  sizeCalculation: (_, text) => text.length + 1,
});

export function checkedOnce(text: string): SpecificationCheck {
  return kept.get(text) ?? keepChecked(text, check(text));
}

/** undefined: not checked here, or longer ago than is remembered. */
export const checkedBefore = (text: string): SpecificationCheck | undefined => kept.get(text);

export function keepChecked(text: string, checked: SpecificationCheck): SpecificationCheck {
  kept.set(text, checked);
  return checked;
}

/** A document that was published, oldest first. */
export interface EarlierText {
  readonly version: number;
  readonly text: string;
  readonly wasAsked: boolean;
}

/** What the next document has to keep of everything recorded before. A version that cannot be read any more asks nothing. */
export function conditionsOf(earlier: readonly EarlierText[], next: string): readonly UpgradeCondition[] {
  const schema = schemaOnce(next);
  if (!schema) return [];
  const read = earlier.flatMap(({ text, ...each }) => {
    const declared = schemaOnce(text);
    return declared ? [{ ...each, schema: declared }] : [];
  });
  return upgradeConditions(read, schema);
}

const schemas = new LRUCache<string, { readonly schema: VersionSchema | undefined }>({
  maxSize: MOST_KEPT,
  sizeCalculation: (_, text) => text.length + 1,
});

export function schemaOnce(text: string): VersionSchema | undefined {
  const known = schemas.get(text) ?? { schema: readVersionSchema(text) };
  schemas.set(text, known);
  return known.schema;
}
