// Gives collections the indexes and the words that their shape asks for.
import { createHash } from 'node:crypto';
import type { Collection, CreateIndexesOptions, IndexDescription } from 'mongodb';
import type { CollectionShape } from '#projections/port/query.js';
import type { MongoConnection } from './mongo-connection.js';
import { isNotSupported, isNamespaceMissing } from './mongo-errors.js';
import { type StoredDocument, storedPath } from './filter-to-mongo.js';
import { scanRows } from './read-documents.js';
import { decodeDocument } from './bson-encoding.js';
import { searchWordsFor } from './write-documents.js';

/** MongoDB allows 64 indexes of a collection: one is that of the ids, one that of the words. */
const MAX_INDEXES = 60;
const MAX_PATHS = 30;
const WORDS = 'words';

/** A collection of a million documents takes its time: the connection is not given up meanwhile. */
const WITHOUT_TIMEOUT = { socketTimeoutMS: 0 } as CreateIndexesOptions;
/** MongoDB would wait for every member that votes, also for one that is down for days. */
const MAJORITY_COMMIT: CreateIndexesOptions = { ...WITHOUT_TIMEOUT, commitQuorum: 'majority' };

function describeIndexes({ indexes, text }: CollectionShape): ReadonlyMap<string, IndexDescription> {
  const wanted = new Map<string, IndexDescription>();
  for (const paths of indexes) {
    const stored = [...new Set(paths.slice(0, MAX_PATHS).map(storedPath))];
    if (stored.length === 0 || stored[0] === '_id' || wanted.size >= MAX_INDEXES) continue;
    // Pages continue where a value and an id ended. Stored values are never lists: see bson-encoding.ts.
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

/** Creates what is missing, and drops what no shape asks for any more. */
export async function shapeIndexes(
  collection: Collection<StoredDocument>,
  shape: CollectionShape,
): Promise<void> {
  const wanted = describeIndexes(shape);
  const existing = await listIndexNames(collection);
  const missing = [...wanted].flatMap(([name, index]) => (existing.has(name) ? [] : [index]));
  const obsolete = [...existing].filter((name) => name !== '_id_' && !wanted.has(name));
  // Room is made first: both together may be too many.
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
    // Others that speak MongoDB's protocol know of no quorum.
    if (!isNotSupported(error)) throw error;
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

/** The words of every document again. One that is replaced meanwhile has got them from its writer. */
export async function fillSearchWords(
  connection: MongoConnection,
  collection: Collection<StoredDocument>,
  text: readonly string[],
): Promise<void> {
  const projection = { d: 1, p: 1 } as const;
  for await (const rows of scanRows({ connection }, { collection }, { projection }))
    await connection.runOperation(() =>
      collection.bulkWrite(
        rows.map(({ _id, p, d }) => {
          const { w } = searchWordsFor(decodeDocument(d), text);
          return { updateOne: { filter: { _id, p }, update: w ? { $set: { w } } : { $unset: { w: 1 } } } };
        }),
        { ordered: false },
      ),
    );
}
