// A pure fold: (document, event) → document.
import type { RecordedEvent } from '#domain/event.js';
import type { Json, Filter, Page, Query } from './query.js';
import type { Aggregation, Groups } from './aggregation.js';
import type { Generation, PathStrings, PathStringsQuery } from './generation.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface Projection<Doc extends Document = Document> {
  readonly name: string;
  /** Increase when `apply` changes: a new generation is then built. */
  readonly version: number;
  /** Every event creates its own documents, which never change, so none is read first. */
  readonly appendOnly?: boolean;
  /** Prefixes; undefined: all events. */
  readonly types?: readonly string[];
  /** Without duplicates. Written in this order, all or none. */
  targets(event: RecordedEvent): readonly DocumentKey[];
  /** Pure. undefined removes the document. Ignores events for missing documents, except the creating one. */
  apply(document: Doc | undefined, event: RecordedEvent, target: DocumentKey): Doc | undefined;
}

export interface DocumentKey {
  readonly collection: string;
  readonly id: string;
}

export interface Document {
  readonly id: string;
  /** Older events are skipped, which makes batches idempotent. */
  readonly position: number;
}

export type AnyProjection = Projection<Document & Record<string, Json | undefined>>;

export function createTypeFilter({ types }: Pick<AnyProjection, 'types'>): (type: string) => boolean {
  if (!types) return () => true;
  const known = new Map<string, boolean>();
  return (type) => {
    const before = known.get(type);
    if (before !== undefined) return before;
    const takes = types.some((beginning) => type.startsWith(beginning));
    known.set(type, takes);
    return takes;
  };
}

export interface Documents<Doc> {
  /** Identity of the generation, for caching. */
  readonly generation: object;
  readonly collection: string;
  get(id: string): Promise<Doc | undefined>;
  find(query: Query): Promise<Page<Doc>>;
  /** Leaves out unknown ids. */
  byIds(ids: Iterable<string>, more?: Filter): Promise<readonly Doc[]>;
  count(filter?: Filter, limit?: number): Promise<DocumentCount>;
  countBy(path: string, filter?: Filter, limit?: number): Promise<ReadonlyMap<Scalar, number>>;
  aggregate(aggregation: Aggregation): Promise<Groups>;
  texts(query: PathStringsQuery): Promise<PathStrings>;
  all(): AsyncIterable<Doc>;
}

type DocumentCount = Awaited<ReturnType<Generation['count']>>;

export interface ActiveGenerations {
  generation(projection: string): Generation;
}

export function openDocuments<Doc>(
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
    texts: (query) => generation.texts(collection, query),
    all: () => generation.scan(collection),
  };
}
