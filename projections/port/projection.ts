// A read model is a pure fold: (document, event) → document. Everything else (storage, checkpoints, rebuilds) is the projector's.
// Its questions are answered from its collections, each of documents of one kind.
import type { RecordedEvent } from '#domain/event.js';
import type { Json, Filter, Page, Query } from './query.js';
import type { Aggregation, Groups } from './aggregation.js';
import type { Generation } from './generation.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface Projection<Doc extends Document = Document> {
  readonly name: string;
  /** Counted up when `apply` changes: a new version is built beside the old one. */
  readonly version: number;
  /** Every event makes documents of its own, which never change: none has to be read before. */
  readonly appendOnly?: boolean;
  /** How the types of its events begin; left out: it is asked about every event. Any other type is none of its business. */
  readonly types?: readonly string[];
  /** Which documents an event belongs to, each once, mostly one; none = not mine. They are stored in this order, or none of them. */
  targets(event: RecordedEvent): readonly DocumentKey[];
  /** Pure. Returns undefined to remove. Ignores events for a missing document, except the one that creates it. */
  apply(document: Doc | undefined, event: RecordedEvent, target: DocumentKey): Doc | undefined;
}

export interface DocumentKey {
  readonly collection: string;
  readonly id: string;
}

export interface Document {
  readonly id: string;
  /** Position of the last event folded in: an older event is skipped, so that a batch applied twice changes nothing. */
  readonly position: number;
}

export type AnyProjection = Projection<Document & Record<string, Json | undefined>>;

/** Whether events of a type are its business. A log has many events, and few types: each of these is looked at once. */
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

/** One collection of a read model, with documents of one kind. Throws what `Generation` throws. */
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

type DocumentCount = Awaited<ReturnType<Generation['count']>>;

/** Where the running generation of a read model is found. Another one may answer the next time. */
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
    all: () => generation.scan(collection),
  };
}
