import type { PublishedVersion } from '#ports/specifications.js';
import type { Filter } from '#projections/port/query.js';
import { findEntityVocabulary, toCurrentName } from '#specification/current-title.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { findEarlierVocabularies, listRenamesSince } from '../timeline/event-wording.js';

/** The field has its name in the version of each event. */
export async function createFieldHistoryFilter(
  sources: Pick<QueryDependencies, 'specifications'>,
  published: PublishedVersion,
  { entity, field }: { readonly entity: string; readonly field: string },
): Promise<Filter> {
  const { specification, version: running } = published;
  const [earlier, since] = await Promise.all([
    findEarlierVocabularies(sources, specification.key, running),
    listRenamesSince(sources, published),
  ]);
  const versions = new Map<string, number[]>([[field, [running]]]);
  for (const { version, words } of earlier)
    for (const { key } of (words && findEntityVocabulary(words, entity))?.fields ?? []) {
      const named = toCurrentName(since(version), { of: 'field', entity, path: [key] });
      if (named.path[0] === field) versions.set(key, [...(versions.get(key) ?? []), version]);
    }
  const ofVersion = ([name, those]: readonly [string, readonly number[]]): Filter => ({
    'metadata.specification.version': { $in: those },
    ...isSet(name),
  });
  // Events without a version use current names.
  return { $or: [...[...versions].map(ofVersion), { 'metadata.specification': null, ...isSet(field) }] };
}

const isSet = (name: string): Filter => ({
  $or: ['fields', 'changes'].map((member) => ({ [`data.${member}.${name}`]: { $ne: null } })),
});
