// The connection to MongoDB: what is set on purpose and why, and what the deployment can do.
import type { Db, Document, MongoClientOptions, ReadConcernLevel } from 'mongodb';
import { MongoClient } from '#platform/mongo-client.js';
import { ReadModelsUnusable } from '#projections/port/read-model-errors.js';
import {
  standaloneServerError,
  explainConnectionError,
  isUnsupportedVersion,
  outdatedServerError,
} from './explain-connection-errors.js';
import { isUnavailable, translateErrors, errorMessage } from './mongo-errors.js';
import { type MongoUrl, parseMongoUrl } from './mongo-url.js';

export interface MongoConnection {
  readonly client: MongoClient;
  readonly database: Db;
  /** The URL as it may be shown. */
  readonly displayUrl: string;
  /** Runs it; throws `ReadModelsUnavailable` while the engine is away. */
  runOperation<T>(run: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds a page's read may take on the server, and how long its connection may stay silent. */
export const READ_MS = 10_000;
/** Milliseconds after which opening tries no more. The last try may take `serverSelectionTimeoutMS` longer. */
const OPENING_MS = 6_500;

const MAJORITY: ReadConcernLevel = 'majority';

/** Each of them gives way to an option of the URL. */
const OPTIONS: MongoClientOptions = {
  // Shown in the server's logs and in `db.currentOp()`.
  appName: 'daybook',
  // As many reads at once as one process has requests under way; more would only queue at the server.
  maxPoolSize: 50,
  // The first page after a quiet hour does not wait for a handshake.
  minPoolSize: 2,
  // Where the pool is used up, a page says so instead of waiting for ever.
  waitQueueTimeoutMS: 5_000,
  // Without a server that can answer, a page tells people within seconds. Elections that take longer are waited for by
  // whoever asks again.
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  // A machine that is gone without a word is noticed. Longer than any read may take: see READ_MS.
  socketTimeoutMS: 20_000,
  // A server that went and came is noticed soon, also while nothing is asked of it.
  heartbeatFrequencyMS: 2_000,
  // What was read once is not lost in a failover: people would see their change, and then not.
  readConcern: { level: MAJORITY },
  // Reading one's own writes: members that lag behind would show pages of yesterday.
  readPreference: 'primary',
  // A checkpoint that was told is on the disks of most members: it survives a failover and a power cut.
  writeConcern: { w: 'majority', journal: true },
  // A write whose answer was lost is asked for once more, and is not done twice.
  retryWrites: true,
  retryReads: true,
};

const URL_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  readConcern: ['readconcernlevel'],
  writeConcern: ['w', 'journal', 'wtimeoutms'],
};

function toDriverOptions({ options }: MongoUrl): MongoClientOptions {
  const isFree = (name: string) =>
    (URL_OPTIONS[name] ?? [name.toLowerCase()]).every((each) => !options.has(each));
  return Object.fromEntries(Object.entries(OPTIONS).filter(([name]) => isFree(name)));
}

/** Throws `ReadModelsUnusable` or `ReadModelsUnavailable`, after ten seconds at most. */
export async function connectToMongo(address: string): Promise<MongoConnection> {
  const url = parseMongoUrl(address);
  const { displayUrl } = url;
  const client = createClient(address, url);
  try {
    const hello = await retryWhileStarting(displayUrl, async () => {
      await client.connect();
      // A command that needs the right credentials, where there are any.
      await client.db(url.database).listCollections({}, { nameOnly: true, batchSize: 1 }).hasNext();
      return client.db(url.database).command({ hello: 1 });
    });
    if (!hasSnapshots(hello))
      throw outdatedServerError(displayUrl, await readServerVersion(client.db(url.database)));
    if (!hasTransactions(hello)) throw standaloneServerError(displayUrl);
    return {
      client,
      database: client.db(url.database),
      displayUrl: displayUrl,
      runOperation: (run) => translateErrors(displayUrl, run),
      close: () => client.close(),
    };
  } catch (error) {
    await client.close().catch(() => {});
    throw error;
  }
}

/** A replica set or a sharded cluster: documents and checkpoint go into one transaction. */
const hasTransactions = ({ setName, msg }: Document) => setName !== undefined || msg === 'isdbgrid';

/** Wire version of MongoDB 5.0, which reads snapshots outside of transactions. */
const MIN_WIRE_VERSION = 13;

const hasSnapshots = ({ maxWireVersion }: Document) => Number(maxWireVersion) >= MIN_WIRE_VERSION;

/** For a message; undefined where the server does not tell. */
async function readServerVersion(database: Db): Promise<string | undefined> {
  const { version } = await database.command({ buildInfo: 1 }).catch((): Document => ({}));
  return version === undefined ? undefined : String(version);
}

function createClient(address: string, url: MongoUrl): MongoClient {
  try {
    return new MongoClient(address, toDriverOptions(url));
  } catch (error) {
    throw new ReadModelsUnusable(
      `The address of MongoDB (${url.displayUrl}) cannot be used: ${errorMessage(error)}. Correct DAYBOOK_READS.`,
    );
  }
}

// Servers that start together are waited for; those that refuse are not.
async function retryWhileStarting<T>(shown: string, run: () => Promise<T>): Promise<T> {
  const end = performance.now() + OPENING_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const left = end - performance.now();
      if (isUnavailable(error) && !isUnsupportedVersion(error) && left > 0) continue;
      throw explainConnectionError(shown, error);
    }
  }
}
