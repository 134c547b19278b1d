import type { ClientSession } from 'mongodb';
import { BLOCK_DOCUMENTS, groupIntoBlocks } from '#projections/port/group-into-blocks.js';
import type { Generation } from '#projections/port/generation.js';
import { type MongoConnection, READ_TIMEOUT_MS } from './mongo-connection.js';
import type { StoredDocument } from './filter-to-mongo.js';
import type { GenerationRecord, RegisteredCollection } from './generation-record.js';
import { retrySnapshotRead } from './retry-snapshot-read.js';
import type { ReadableCollection } from './query-collection.js';
import { toCollectionsPrefix } from './generation-collections.js';
import { translateLimitErrors } from './mongo-errors.js';
import { createBatchedRead } from './batched-reads.js';
import { decodeDocument, encodeText } from './bson-encoding.js';

type DocumentLookup = (id: string) => Promise<StoredDocument | undefined>;

export type MongoReads = Pick<Generation, 'get' | 'scan' | 'blocks' | 'collections'>;

export interface DocumentReadContext {
  readonly connection: MongoConnection;
  readonly record: () => GenerationRecord;
  readonly read: () => Promise<GenerationRecord>;
  readonly session?: ClientSession;
}

export type CollectionResolver = (name: string) => Promise<ReadableCollection | undefined>;

export function openStoredCollection(
  { connection, record, session }: DocumentReadContext,
  { number }: RegisteredCollection,
) {
  return connection.database.collection<StoredDocument>(
    `${toCollectionsPrefix(record()._id)}${number}`,
    session && { readConcern: { level: 'snapshot' } },
  );
}

export function createCollectionLookup(parts: DocumentReadContext): CollectionResolver {
  const known = new Map<string, ReadableCollection>();
  return async (name) => {
    const found = known.get(name);
    if (found) return found;
    const of = (record: GenerationRecord) => record.collections.find((each) => each.name === name);
    const registered = of(parts.record()) ?? of(await parts.read());
    if (!registered) return undefined;
    const readable = { collection: openStoredCollection(parts, registered), maxTimeMS: READ_TIMEOUT_MS };
    known.set(name, readable);
    return readable;
  };
}

export function createDocumentReads(parts: DocumentReadContext, find: CollectionResolver): MongoReads {
  const { connection, session } = parts;
  const getters = new Map<string, DocumentLookup>();
  return {
    async get<Doc>(collection: string, id: string) {
      let stored = getters.get(collection);
      if (!stored) getters.set(collection, (stored = createBatchedRead((ids) => readMany(collection, ids))));
      const found = await stored(encodeText(id));
      return found && (decodeDocument(found.d) as Doc);
    },
    async collections() {
      return (await parts.read()).collections.map(({ name }) => name).sort();
    },
    async *scan<Doc>(collection: string) {
      const from = await find(collection);
      if (!from) return;
      for await (const rows of scanRows(parts, from))
        for (const { d } of rows) yield decodeDocument(d) as Doc;
    },
    async *blocks(collection: string) {
      const from = await find(collection);
      if (from) yield* groupIntoBlocks(scanLines(parts, from));
    },
  };

  async function readMany(
    collection: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredDocument>> {
    const from = await find(collection);
    if (!from) return new Map();
    const where = { _id: { $in: [...ids] } };
    const options = { projection: { d: 1 }, batchSize: ids.length + 1, session, maxTimeMS: from.maxTimeMS };
    const ask = () => from.collection.find(where, options).toArray();
    const rows = await (session
      ? retrySnapshotRead(connection.displayUrl, ask)
      : connection.runOperation(() => translateLimitErrors(ask)));
    return new Map(rows.map((row) => [row._id, row]));
  }
}

async function* scanLines(
  parts: DocumentReadContext,
  from: ReadableCollection,
): AsyncIterable<readonly string[]> {
  for await (const rows of scanRows(parts, from))
    yield rows.map(({ d }) => JSON.stringify(decodeDocument(d)));
}

export interface ScanOptions {
  readonly projection?: Partial<Record<keyof StoredDocument, 1>>;
}

/** By id, in batches of one server answer (16 MB). */
export async function* scanRows(
  { connection, session }: Pick<DocumentReadContext, 'connection' | 'session'>,
  { collection }: Pick<ReadableCollection, 'collection'>,
  { projection = { d: 1 } }: ScanOptions = {},
): AsyncIterable<StoredDocument[]> {
  // A cursor would not survive a failover.
  const options = {
    sort: { _id: 1 },
    limit: BLOCK_DOCUMENTS,
    singleBatch: true,
    projection,
    session,
  } as const;
  for (let after: string | undefined; ;) {
    const condition = after === undefined ? {} : { _id: { $gt: after } };
    const find = () => collection.find(condition, { ...options, batchSize: BLOCK_DOCUMENTS + 1 }).toArray();
    const rows = await retrySnapshotRead(connection.displayUrl, find);
    // A short batch may be limited by its size.
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!._id;
  }
}
