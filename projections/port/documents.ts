// One collection of a read model, with documents of one kind: what read models answer their questions from.
import type { Aggregation, Groups } from './aggregate.js';
import type { Filter, Page, Query } from './query.js';
import type { Generation } from './generation.js';
import type { Scalar } from '#specification/value.js';

/** Where the running generation of a read model is found. Another one may answer the next time. */
export interface ActiveGenerations {
  generation(projection: string): Generation;
}

export type DocumentCount = Awaited<ReturnType<Generation['count']>>;

/** Throws what `Generation` throws. */
export interface Documents<Doc> {
  /** Stands for the generation and the collection: the same for as long as both are. For remembering. */
  readonly generation: object;
  readonly collection: string;
  get(id: string): Promise<Doc | undefined>;
  find(query: Query): Promise<Page<Doc>>;
  /** By id; ids of nothing are left out. */
  byIds(ids: Iterable<string>, more?: Filter): Promise<readonly Doc[]>;
  count(filter?: Filter, limit?: number): Promise<DocumentCount>;
  countBy(path: string, filter?: Filter, limit?: number): Promise<ReadonlyMap<Scalar, number>>;
  aggregate(aggregation: Aggregation): Promise<Groups>;
  /** Every one, ordered by id. */
  all(): AsyncIterable<Doc>;
}

export function documentsIn<Doc>(
  readModels: ActiveGenerations,
  projection: string,
  collection: string,
): Documents<Doc> {
  const generation = readModels.generation(projection);
  return {
    generation,
    collection,
    get: (id) => generation.get(collection, id),
    find: (query) => generation.find(collection, query),
    async byIds(ids, more) {
      const wanted = [...new Set(ids)];
      if (wanted.length === 0) return [];
      const filter = { ...more, id: { $in: wanted } };
      return (await generation.find<Doc>(collection, { filter, limit: wanted.length })).documents;
    },
    count: (filter, limit) => generation.count(collection, filter, limit),
    countBy: (path, filter, limit) => generation.countBy(collection, path, filter, limit),
    aggregate: (aggregation) => generation.aggregate(collection, aggregation),
    all: () => generation.scan(collection),
  };
}
