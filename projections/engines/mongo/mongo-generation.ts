import { DEFAULT_COUNT_LIMIT, type Filter, type Query, type FindIndexes } from '#projections/port/query.js';
import { type Aggregation, NO_GROUPS } from '#projections/port/aggregation.js';
import {
  NO_STRINGS,
  type Generation,
  type DocumentWrite,
  type PathStringsQuery,
} from '#projections/port/generation.js';
import type { RecordedEventReference } from '#event-store/event-store.js';
import type { Lease } from '#projections/lease/lease.js';
import type { MongoConnection } from './mongo-connection.js';
import { translateLimitErrors } from './mongo-errors.js';
import { aggregateGroups } from './aggregation-pipeline.js';
import type { GenerationFence } from './generation-fence.js';
import {
  countByValue,
  countUpTo,
  findKeysetPage,
  readStringsAtPath,
  type ReadableCollection,
} from './query-collection.js';
import { type DocumentReadContext, createCollectionLookup, createDocumentReads } from './read-documents.js';
import { openSnapshot } from './mongo-snapshot.js';
import { GenerationWriter } from './generation-writer.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface MongoGenerationOptions {
  readonly connection: MongoConnection;
  readonly fence: GenerationFence;
  readonly projection: string;
  readonly number: number;
  readonly shapeOf: FindIndexes;
  readonly bulkLoadLease: Lease | undefined;
}

export function createMongoGeneration(opened: MongoGenerationOptions): Generation {
  const { connection, fence, projection, number, bulkLoadLease } = opened;
  const parts: DocumentReadContext = { connection, record: () => fence.lastKnown, read: () => fence.read() };
  const findCollection = createCollectionLookup(parts);
  const writer = new GenerationWriter(opened);
  const queryCollection = async <T>(
    collection: string,
    empty: T,
    read: (from: ReadableCollection) => Promise<T>,
  ): Promise<T> => {
    const from = await findCollection(collection);
    return from ? connection.runOperation(() => translateLimitErrors(() => read(from))) : empty;
  };
  return {
    projection,
    number,
    ...createDocumentReads(parts, findCollection),
    checkpoint: async () => (await fence.read()).checkpoint,
    find: <Doc>(collection: string, query: Query) =>
      queryCollection(collection, { documents: [] }, (from) => findKeysetPage<Doc>(from, query)),
    count: (collection: string, filter: Filter = {}, limit = DEFAULT_COUNT_LIMIT) =>
      queryCollection(collection, { count: 0, more: false }, (from) => countUpTo(from, filter, limit)),
    countBy: (collection: string, path: string, filter: Filter = {}, limit = Number.MAX_SAFE_INTEGER) =>
      queryCollection<ReadonlyMap<Scalar, number>>(collection, new Map(), (from) =>
        countByValue(from, path, filter, limit),
      ),
    aggregate: (collection: string, aggregation: Aggregation) =>
      queryCollection(collection, NO_GROUPS, (from) => aggregateGroups(from, aggregation)),
    texts: (collection: string, query: PathStringsQuery) =>
      queryCollection(collection, NO_STRINGS, (from) => readStringsAtPath(from, query)),
    write: (writes: readonly DocumentWrite[], checkpoint: number, last?: RecordedEventReference) =>
      writer.write(writes, { checkpoint, last: last ?? null }),
    reshape: () => writer.reshape(),
    snapshot: () => openSnapshot({ connection, fence, projection, number }),
    async close() {
      await writer.close();
      await bulkLoadLease?.release();
    },
  };
}
