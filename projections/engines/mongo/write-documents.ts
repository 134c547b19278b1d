import type { AnyBulkWriteOperation, ClientSession, Collection } from 'mongodb';
import type { DocumentWrite } from '#projections/port/generation.js';
import { listSearchWords } from '#projections/port/search-words.js';
import type { StoredDocument } from './filter-to-mongo.js';
import { encodeValue, encodeText } from './bson-encoding.js';

export interface PreparedWrite {
  readonly id: string;
  readonly position: number;
  readonly stored: StoredDocument | undefined;
}

/** The last write of each document, by collection. Throws for unstorable values. */
export function prepareWrites(
  writes: readonly DocumentWrite[],
  checkpoint: number,
  textOf: (collection: string) => readonly string[],
): ReadonlyMap<string, readonly PreparedWrite[]> {
  const all = new Map<string, Map<string, PreparedWrite>>();
  for (const { collection, id, document } of writes) {
    let own = all.get(collection);
    if (!own) all.set(collection, (own = new Map()));
    const _id = encodeText(id);
    if (document === undefined) own.set(_id, { id: _id, position: checkpoint, stored: undefined });
    else
      own.set(_id, {
        id: _id,
        position: document.position,
        stored: {
          _id,
          p: document.position,
          d: encodeValue(document) as StoredDocument['d'],
          ...toSearchWordsField(document, textOf(collection)),
        },
      });
  }
  return new Map([...all].map(([name, own]) => [name, [...own.values()]]));
}

export function toSearchWordsField(document: unknown, text: readonly string[]): Pick<StoredDocument, 'w'> {
  if (text.length === 0) return {};
  const words = listSearchWords(document, text);
  return words.size > 0 ? { w: [...words].map(encodeText) } : {};
}

const MAX_BATCH = 1_000;

export async function writeDocuments(
  collection: Collection<StoredDocument>,
  all: readonly PreparedWrite[],
  session: ClientSession,
): Promise<void> {
  for (let first = 0; first < all.length; first += MAX_BATCH)
    await writeBatch(collection, all.slice(first, first + MAX_BATCH), session);
}

async function writeBatch(
  collection: Collection<StoredDocument>,
  some: readonly PreparedWrite[],
  session: ClientSession,
): Promise<void> {
  const there = await readStoredPositions(collection, some, session);
  const operations = some.flatMap((each) => toBulkOperations(each, there.get(each.id)));
  if (operations.length === 0) return;
  // Inserts batch best, and order is irrelevant.
  operations.sort((a, b) => Number('insertOne' in b) - Number('insertOne' in a));
  await collection.bulkWrite(operations, { session });
}

async function readStoredPositions(
  collection: Collection<StoredDocument>,
  some: readonly PreparedWrite[],
  session: ClientSession,
): Promise<ReadonlyMap<string, number>> {
  const ids = some.map(({ id }) => id);
  const found = collection.find(
    { _id: { $in: ids } },
    { projection: { p: 1 }, session, batchSize: MAX_BATCH + 1 },
  );
  return new Map((await found.toArray()).map(({ _id, p }) => [_id, p]));
}

function toBulkOperations(
  { id, position, stored }: PreparedWrite,
  there: number | undefined,
): AnyBulkWriteOperation<StoredDocument>[] {
  if (there === undefined) return stored ? [{ insertOne: { document: stored } }] : [];
  if (there > position) return [];
  const filter = { _id: id, p: { $lte: position } };
  if (!stored) return [{ deleteOne: { filter } }];
  const { _id, ...replacement } = stored;
  return [{ replaceOne: { filter, replacement } }];
}
