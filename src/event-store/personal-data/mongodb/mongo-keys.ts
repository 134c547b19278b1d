// Keys in MongoDB: one document per person. After an erasure, the document remains without its key.
import { setTimeout as wait } from 'node:timers/promises';
import { Binary, type Collection, type MongoClientOptions } from 'mongodb';
import { BY_MAJORITY, MongoClient } from '#platform/mongo-client.js';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import type { KeyRow, KeysStore } from '../keys-store.js';
import { translateKeyStoreError, hideCredentials } from './key-store-errors.js';

interface KeyDocument {
  readonly _id: string;
  readonly wrapped: Binary | null;
  readonly fingerprint: string | null;
}

interface CheckDocument {
  readonly _id: 'master key';
  readonly wrapped: Binary;
}

const DATABASE = 'daybook-keys';

/** Time an erasure on another machine may go unnoticed. */
const CACHE_FOR_MS = 1_000;
/** Time for a majority to receive a key that another machine just created. */
const MAJORITY_TIMEOUT_MS = 5_000;
/** No retries after this; the last one may take `serverSelectionTimeoutMS` longer. */
const OPEN_RETRY_MS = 6_500;

const SETTINGS: MongoClientOptions = {
  appName: 'daybook-keys',
  // Pages must fail within seconds. The driver's `timeoutMS` has no effect here (7.8), so an unresponsive server would block forever.
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 3_000,
  maxPoolSize: 10,
  // Keys and their destruction must survive every failover.
  ...BY_MAJORITY,
};

export interface MongoKeys extends KeysStore {
  /** Whether a master key check was stored before. */
  hasMasterKeyCheck(): Promise<boolean>;
}

/** Throws `PersonalDataUnreadable` (address or credentials) or `EventStoreUnavailable`. */
export async function openMongoKeys(url: string): Promise<MongoKeys> {
  const client = await connect(url);
  const database = client.db(databaseName(client, url));
  const people = database.collection<KeyDocument>('keys');
  const checks = database.collection<CheckDocument>('installation');
  const translatingErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw translateKeyStoreError(error, url);
    }
  };
  const readCheck = async () => (await checks.findOne({ _id: 'master key' }))?.wrapped;
  let freshSince = performance.now();
  return {
    place: `the keys in ${hideCredentials(url)}`,
    isStale() {
      const now = performance.now();
      if (now - freshSince < CACHE_FOR_MS) return false;
      freshSince = now;
      return true;
    },
    find: (ids) => translatingErrors(() => findKeys(people, ids)),
    add: (keys) =>
      translatingErrors(async () => {
        const documents = keys.map(({ person, wrapped, fingerprint }) => ({
          updateOne: {
            filter: { _id: person },
            update: { $setOnInsert: { wrapped: new Binary(wrapped), fingerprint } },
            upsert: true,
          },
        }));
        await ignoringDuplicates(() => people.bulkWrite(documents, { ordered: false }));
        await waitUntilStored(
          people,
          keys.map(({ person }) => person),
        );
      }),
    destroy: (person) =>
      translatingErrors(async () => {
        const set = { $set: { wrapped: null }, $setOnInsert: { fingerprint: null } };
        const destroyed = await people.findOneAndUpdate({ _id: person }, set, {
          upsert: true,
          returnDocument: 'after',
        });
        return destroyed!.fingerprint;
      }),
    listDestroyed: (after, limit) => translatingErrors(() => findDestroyedKeys(people, after, limit)),
    hasMasterKeyCheck: () => translatingErrors(async () => (await readCheck()) !== undefined),
    findOrStoreCheck: (first) =>
      translatingErrors(async () => {
        const wrapped = (await readCheck()) ?? new Binary(first());
        await ignoringDuplicates(() =>
          checks.updateOne({ _id: 'master key' }, { $setOnInsert: { wrapped } }, { upsert: true }),
        );
        return Buffer.from((await readCheck())!.buffer);
      }),
    close: () => client.close(),
  };
}

// Waits for a server that is starting.
async function connect(url: string): Promise<MongoClient> {
  for (const end = performance.now() + OPEN_RETRY_MS; ;) {
    try {
      return await connectOnce(url);
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable) || performance.now() >= end) throw error;
    }
  }
}

async function connectOnce(url: string): Promise<MongoClient> {
  let client: MongoClient | undefined;
  try {
    client = new MongoClient(url, SETTINGS);
    await client.connect();
    // Some deployments accept logins without any rights.
    await client.db(databaseName(client, url)).command({ ping: 1 });
    return client;
  } catch (error) {
    await client?.close();
    throw translateKeyStoreError(error, url, true);
  }
}

/** The URL's database, else `daybook-keys`, never the driver's `test`. */
function databaseName(client: MongoClient, url: string): string {
  const named = /^[^?]*\/\/[^/?]*\/[^?]/.test(url);
  return named ? client.options.dbName : DATABASE;
}

async function findKeys(
  people: Collection<KeyDocument>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeyRow>> {
  const found = await people.find({ _id: { $in: [...ids] } }).toArray();
  return new Map(
    found.map(({ _id, wrapped, fingerprint }) => [
      _id,
      { wrapped: wrapped && Buffer.from(wrapped.buffer), fingerprint },
    ]),
  );
}

async function findDestroyedKeys(
  people: Collection<KeyDocument>,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const filter = { wrapped: null, _id: { $gt: after } };
  const found = people.find(filter, { projection: { _id: 1 }, sort: { _id: 1 }, limit });
  return (await found.toArray()).map(({ _id }) => _id);
}

const DUPLICATE = 11_000;

/** A duplicate-key error means that another process created the document, which is fine. */
async function ignoringDuplicates(make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if ((error as { code?: unknown }).code !== DUPLICATE) throw error;
  }
}

/** Waits until a majority has a key that another machine just created; it must not be used before. */
async function waitUntilStored(people: Collection<KeyDocument>, ids: readonly string[]): Promise<void> {
  const end = performance.now() + MAJORITY_TIMEOUT_MS;
  for (let pause = 10; (await findKeys(people, ids)).size < new Set(ids).size; pause *= 2) {
    if (performance.now() > end)
      throw new EventStoreUnavailable(
        'The keys of persons were not written by a majority of the members of MongoDB in time.',
      );
    await wait(pause);
  }
}
