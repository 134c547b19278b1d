// A projection is a pure fold: (document, event) → document. Storage, checkpoints and rebuilds are the projector's.
import type { RecordedEvent } from '#domain/event.js';
import type { Json, Filter, Page, Query } from './query.js';
import type { Aggregation, Groups } from './aggregation.js';
import type { Generation } from './generation.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface Projection<Doc extends Document = Document> {
  readonly name: string;
  /** Increase when `apply` changes: a new generation is built beside the old one. */
  readonly version: number;
  /** Every event creates documents of its own, which never change, so none is read first. */
  readonly appendOnly?: boolean;
  /** Prefixes of its event types; undefined: all events. */
  readonly types?: readonly string[];
  /** The documents an event belongs to, without duplicates; empty: none. Written in this order, all or none. */
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
  /** Position of the last folded event: older events are skipped, which makes batches idempotent. */
  readonly position: number;
}

export type AnyProjection = Projection<Document & Record<string, Json | undefined>>;

/** Whether a projection handles an event type; cached, as types are few. */
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

/** One collection of a read model. Throws what `Generation` throws. */
export interface Documents<Doc> {
  /** Identity of the generation, for caching. */
  readonly generation: object;
  readonly collection: string;
  get(id: string): Promise<Doc | undefined>;
  find(query: Query): Promise<Page<Doc>>;
  /** By id; unknown ids are left out. */
  byIds(ids: Iterable<string>, more?: Filter): Promise<readonly Doc[]>;
  count(filter?: Filter, limit?: number): Promise<DocumentCount>;
  countBy(path: string, filter?: Filter, limit?: number): Promise<ReadonlyMap<Scalar, number>>;
  aggregate(aggregation: Aggregation): Promise<Groups>;
  all(): AsyncIterable<Doc>;
}

type DocumentCount = Awaited<ReturnType<Generation['count']>>;

/** Finds the active generation of a read model, which may change between calls. */
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
