// Rights and titles need the same documents.
import type { Query } from '#projections/port/query.js';
import type { ActiveGenerations } from '#projections/port/projection.js';
import { peopleProjection } from '#projections/read-models/people/people-projection.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import type { Generation } from '#projections/port/generation.js';

/** Per page: rights use documents that are read after the event. */
export function memoizeRecordReads<From extends { readonly readModels: ActiveGenerations }>(
  sources: From,
): From {
  const known = new Map<Generation, Generation>();
  const generation = (projection: string): Generation => {
    const found = sources.readModels.generation(projection);
    if (projection !== recordsProjection.name) return found;
    const once = known.get(found) ?? rememberingRecords(found);
    known.set(found, once);
    return once;
  };
  return { ...sources, readModels: inherit(sources.readModels, { generation }) };
}

export function memoizePeopleNames<From extends { readonly readModels: ActiveGenerations }>(
  sources: From,
): From {
  const known = new Map<string, Promise<unknown>>();
  const generation = (projection: string): Generation => {
    const found = sources.readModels.generation(projection);
    if (projection !== peopleProjection.name) return found;
    return inherit(found, {
      find<Doc>(collection: string, query: Query) {
        const key = JSON.stringify([collection, query]);
        const page = known.get(key) ?? found.find<Doc>(collection, query);
        known.set(key, page);
        return page as ReturnType<typeof found.find<Doc>>;
      },
    });
  };
  return { ...sources, readModels: inherit(sources.readModels, { generation }) };
}

function rememberingRecords(generation: Generation): Generation {
  const known = new Map<string, unknown>();
  const keyOf = (collection: string, id: string) => `${collection}\n${id}`;
  const lookUp = async (collection: string, ids: readonly string[]) => {
    const missing = ids.filter((id) => !known.has(keyOf(collection, id)));
    if (missing.length === 0) return;
    const query = { filter: { id: { $in: missing } }, limit: missing.length };
    const { documents } = await generation.find<{ readonly id: string }>(collection, query);
    for (const id of missing) known.set(keyOf(collection, id), undefined);
    for (const document of documents) known.set(keyOf(collection, document.id), document);
  };
  return inherit(generation, {
    async get<Doc>(collection: string, id: string) {
      const key = keyOf(collection, id);
      if (!known.has(key)) known.set(key, await generation.get(collection, id));
      return known.get(key) as Doc | undefined;
    },
    async find<Doc>(collection: string, query: Query) {
      const ids = idsAlone(query);
      if (!ids) return generation.find<Doc>(collection, query);
      await lookUp(collection, ids);
      const found = ids.toSorted().map((id) => known.get(keyOf(collection, id)) as Doc | undefined);
      return { documents: found.filter((each) => each !== undefined) };
    },
  });
}

const inherit = <Whole extends object>(whole: Whole, own: Partial<Whole>): Whole =>
  Object.assign(Object.create(whole) as Whole, own);

/** undefined: another query. */
function idsAlone({ filter = {}, limit, ...more }: Query): readonly string[] | undefined {
  const { id, ...others } = filter as { readonly id?: { readonly $in?: readonly string[] } };
  const ids = typeof id === 'object' ? id.$in : undefined;
  const isAlone = Object.keys(others).length === 0 && Object.keys(more).length === 0;
  return ids && isAlone && limit >= ids.length ? ids : undefined;
}
