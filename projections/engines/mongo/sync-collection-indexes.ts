import { createHash } from 'node:crypto';
import type { Collection, CreateIndexesOptions, IndexDescription } from 'mongodb';
import type { CollectionIndexes } from '#projections/port/query.js';
import type { MongoConnection } from './mongo-connection.js';
import { isSnapshotNotSupported, isNamespaceMissing } from './mongo-errors.js';
import { type StoredDocument, toStoredPath } from './filter-to-mongo.js';
import { scanRows } from './read-documents.js';
import { decodeDocument } from './bson-encoding.js';
import { toSearchWordsField } from './write-documents.js';

/** MongoDB allows 64 per collection, including ids and words. */
const MAX_INDEXES = 60;
const MAX_PATHS = 30;
const WORDS = 'words';

/** Indexing a million documents exceeds the usual timeout. */
const WITHOUT_TIMEOUT = { socketTimeoutMS: 0 } as CreateIndexesOptions;
/** By default, MongoDB waits for every voting member, even one that is down. */
const MAJORITY_COMMIT: CreateIndexesOptions = { ...WITHOUT_TIMEOUT, commitQuorum: 'majority' };

function describeIndexes({ indexes, text }: CollectionIndexes): ReadonlyMap<string, IndexDescription> {
  const wanted = new Map<string, IndexDescription>();
  for (const paths of indexes) {
    const stored = [...new Set(paths.slice(0, MAX_PATHS).map(toStoredPath))];
    if (stored.length === 0 || stored[0] === '_id' || wanted.size >= MAX_INDEXES) continue;
    // Pages continue after a value and an id.
    const key = Object.fromEntries([...stored, '_id'].map((path) => [path, 1 as const]));
    const name = indexName(Object.keys(key));
    wanted.set(name, { key, name });
  }
  if (text.length > 0) wanted.set(WORDS, { key: { w: 1 }, name: WORDS });
  return wanted;
}

function indexName(paths: readonly string[]): string {
  const name = paths.join(',');
  return name.length <= 100 ? name : createHash('sha256').update(name).digest('hex');
}

export async function syncIndexes(
  collection: Collection<StoredDocument>,
  shape: CollectionIndexes,
): Promise<void> {
  const wanted = describeIndexes(shape);
  const existing = await listIndexNames(collection);
  const missing = [...wanted].flatMap(([name, index]) => (existing.has(name) ? [] : [index]));
  const obsolete = [...existing].filter((name) => name !== '_id_' && !wanted.has(name));
  // Both together may exceed the limit.
  for (const name of obsolete)
    await collection.dropIndex(name).catch((error: unknown) => {
      if (!isNamespaceMissing(error) && !/index not found/i.test(String(error))) throw error;
    });
  if (missing.length > 0) await createIndexes(collection, missing);
}

async function createIndexes(
  collection: Collection<StoredDocument>,
  indexes: IndexDescription[],
): Promise<void> {
  try {
    await collection.createIndexes(indexes, MAJORITY_COMMIT);
  } catch (error) {
    // Compatible servers may not support a commit quorum.
    if (!isSnapshotNotSupported(error)) throw error;
    await collection.createIndexes(indexes, WITHOUT_TIMEOUT);
  }
}

async function listIndexNames(collection: Collection<StoredDocument>): Promise<ReadonlySet<string>> {
  try {
    return new Set((await collection.listIndexes().toArray()).map(({ name }) => String(name)));
  } catch (error) {
    if (isNamespaceMissing(error)) return new Set();
    throw error;
  }
}

/** Documents replaced meanwhile have their words from the writer. */
export async function backfillSearchWords(
  connection: MongoConnection,
  collection: Collection<StoredDocument>,
  text: readonly string[],
): Promise<void> {
  const projection = { d: 1, p: 1 } as const;
  for await (const rows of scanRows({ connection }, { collection }, { projection }))
    await connection.runOperation(() =>
      collection.bulkWrite(
        rows.map(({ _id, p, d }) => {
          const { w } = toSearchWordsField(decodeDocument(d), text);
          return { updateOne: { filter: { _id, p }, update: w ? { $set: { w } } : { $unset: { w: 1 } } } };
        }),
        { ordered: false },
      ),
    );
}
