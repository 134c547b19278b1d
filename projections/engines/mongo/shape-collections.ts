// Gives collections the indexes and the words that their shape asks for.
import { createHash } from 'node:crypto';
import type { Collection, CreateIndexesOptions, IndexDescription } from 'mongodb';
import type { CollectionShape } from '#projections/port/query.js';
import type { MongoConnection } from './mongo-connection.js';
import { isNotSupported, isNotThere } from './mongo-errors.js';
import { type StoredDocument, storedPath } from './filter-to-mongo.js';
import { rowsOf } from './read-documents.js';
import { documentOf } from './bson-encoding.js';
import { wordsIn } from './write-documents.js';

/** MongoDB allows 64 indexes of a collection: one is that of the ids, one that of the words. */
const MOST_INDEXES = 60;
const MOST_PATHS = 30;
const WORDS = 'words';

/** A collection of a million documents takes its time: the connection is not given up meanwhile. */
const PATIENT = { socketTimeoutMS: 0 } as CreateIndexesOptions;
/** MongoDB would wait for every member that votes, also for one that is down for days. */
const BY_MOST: CreateIndexesOptions = { ...PATIENT, commitQuorum: 'majority' };

function wantedIndexes({ indexes, text }: CollectionShape): ReadonlyMap<string, IndexDescription> {
  const wanted = new Map<string, IndexDescription>();
  for (const paths of indexes) {
    const stored = [...new Set(paths.slice(0, MOST_PATHS).map(storedPath))];
    if (stored.length === 0 || stored[0] === '_id' || wanted.size >= MOST_INDEXES) continue;
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
  const wanted = wantedIndexes(shape);
  const existing = await namesOfIndexes(collection);
  const missing = [...wanted].flatMap(([name, index]) => (existing.has(name) ? [] : [index]));
  const obsolete = [...existing].filter((name) => name !== '_id_' && !wanted.has(name));
  // Room is made first: both together may be too many.
  for (const name of obsolete)
    await collection.dropIndex(name).catch((error: unknown) => {
      if (!isNotThere(error) && !/index not found/i.test(String(error))) throw error;
    });
  if (missing.length > 0) await makeIndexes(collection, missing);
}

async function makeIndexes(
  collection: Collection<StoredDocument>,
  indexes: IndexDescription[],
): Promise<void> {
  try {
    await collection.createIndexes(indexes, BY_MOST);
  } catch (error) {
    // Others that speak MongoDB's protocol know of no quorum.
    if (!isNotSupported(error)) throw error;
    await collection.createIndexes(indexes, PATIENT);
  }
}

async function namesOfIndexes(collection: Collection<StoredDocument>): Promise<ReadonlySet<string>> {
  try {
    return new Set((await collection.listIndexes().toArray()).map(({ name }) => String(name)));
  } catch (error) {
    if (isNotThere(error)) return new Set();
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
  for await (const rows of rowsOf({ connection }, { collection }, { projection }))
    await connection.reach(() =>
      collection.bulkWrite(
        rows.map(({ _id, p, d }) => {
          const { w } = wordsIn(documentOf(d), text);
          return { updateOne: { filter: { _id, p }, update: w ? { $set: { w } } : { $unset: { w: 1 } } } };
        }),
        { ordered: false },
      ),
    );
}
