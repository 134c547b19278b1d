import { setTimeout as wait } from 'node:timers/promises';
import { Binary, type Collection, type MongoClientOptions } from 'mongodb';
import { MONGO_MAJORITY_CONCERNS, MongoClient } from '#platform/mongo-client.js';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import type { StoredPersonKey, PersonKeysStore } from '../person-keys-store.js';
import { translateKeyStoreError, maskUrlCredentials } from './key-store-errors.js';

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
/** For a majority to receive a key created elsewhere. */
const MAJORITY_TIMEOUT_MS = 5_000;
/** The last retry may take `serverSelectionTimeoutMS` longer. */
const OPEN_RETRY_MS = 6_500;

const SETTINGS: MongoClientOptions = {
  appName: 'daybook-keys',
  // `timeoutMS` has no effect here (driver 7.8), and pages must fail within seconds.
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 3_000,
  maxPoolSize: 10,
  // Keys and their destruction must survive every failover.
  ...MONGO_MAJORITY_CONCERNS,
};

export interface MongoPersonKeysStore extends PersonKeysStore {
  hasMasterKeyCheck(): Promise<boolean>;
}

/** Throws `PersonalDataUnreadable` (address or credentials) or `EventStoreUnavailable`. */
export async function openMongoPersonKeysStore(url: string): Promise<MongoPersonKeysStore> {
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
    place: `the keys in ${maskUrlCredentials(url)}`,
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
    await client.db(databaseName(client, url)).command({ ping: 1 });
    return client;
  } catch (error) {
    await client?.close();
    throw translateKeyStoreError(error, url, true);
  }
}

/** Never the driver's default `test`. */
function databaseName(client: MongoClient, url: string): string {
  const named = /^[^?]*\/\/[^/?]*\/[^?]/.test(url);
  return named ? client.options.dbName : DATABASE;
}

async function findKeys(
  people: Collection<KeyDocument>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredPersonKey>> {
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

async function ignoringDuplicates(make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if ((error as { code?: unknown }).code !== DUPLICATE) throw error;
  }
}

/** A key must not be used before a majority has it. */
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
