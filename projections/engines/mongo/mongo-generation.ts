// One generation of one projection in MongoDB.
import { COUNTED, type Filter, type Query, type ShapeOf } from '#projections/port/query.js';
import { type Aggregation, NO_GROUPS } from '#projections/port/aggregation.js';
import type { Generation, DocumentWrite } from '#projections/port/generation.js';
import type { EventReference } from '#event-store/event-store.js';
import type { Lease } from '#projections/lease/lease.js';
import type { MongoConnection } from './mongo-connection.js';
import { inGoodTime } from './mongo-errors.js';
import { aggregateGroups } from './aggregation-pipeline.js';
import type { Fence } from './generation-fence.js';
import { countByValue, countUpTo, findKeysetPage, type ReadableCollection } from './query-collection.js';
import { type ReadParts, finder, readsOf } from './read-documents.js';
import { openSnapshot } from './mongo-snapshot.js';
import { Writer } from './generation-writer.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface MongoGenerationParts {
  readonly connection: MongoConnection;
  readonly fence: Fence;
  readonly projection: string;
  readonly number: number;
  readonly shapeOf: ShapeOf;
  /** Held while it is filled in bulk. */
  readonly filling: Lease | undefined;
}

export function mongoGeneration(opened: MongoGenerationParts): Generation {
  const { connection, fence, projection, number, filling } = opened;
  const parts: ReadParts = { connection, record: () => fence.known, read: () => fence.read() };
  const find = finder(parts);
  const writer = new Writer(opened);
  const on = async <T>(
    collection: string,
    empty: T,
    read: (from: ReadableCollection) => Promise<T>,
  ): Promise<T> => {
    const from = await find(collection);
    return from ? connection.reach(() => inGoodTime(() => read(from))) : empty;
  };
  return {
    projection,
    number,
    ...readsOf(parts, find),
    checkpoint: async () => (await fence.read()).checkpoint,
    find: <Doc>(collection: string, query: Query) =>
      on(collection, { documents: [] }, (from) => findKeysetPage<Doc>(from, query)),
    count: (collection: string, filter: Filter = {}, limit = COUNTED) =>
      on(collection, { count: 0, more: false }, (from) => countUpTo(from, filter, limit)),
    countBy: (collection: string, path: string, filter: Filter = {}, limit = Number.MAX_SAFE_INTEGER) =>
      on<ReadonlyMap<Scalar, number>>(collection, new Map(), (from) =>
        countByValue(from, path, filter, limit),
      ),
    aggregate: (collection: string, aggregation: Aggregation) =>
      on(collection, NO_GROUPS, (from) => aggregateGroups(from, aggregation)),
    write: (writes: readonly DocumentWrite[], checkpoint: number, last?: EventReference) =>
      writer.write(writes, { checkpoint, last: last ?? null }),
    reshape: () => writer.reshape(),
    snapshot: () => openSnapshot({ connection, fence, projection, number }),
    async close() {
      await writer.close();
      await filling?.giveBack();
    },
  };
}
