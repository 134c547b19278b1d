import type { Db, Document, MongoClientOptions, ReadConcernLevel } from 'mongodb';
import { MongoClient } from '#platform/mongo-client.js';
import { countReconnect } from '#platform/telemetry/count-reconnect.js';
import { ReadModelsUnusable } from '#projections/port/read-model-errors.js';
import {
  standaloneServerError,
  explainConnectionError,
  isUnsupportedVersion,
  outdatedServerError,
} from './explain-connection-errors.js';
import { isUnavailable, translateErrors, toErrorMessage } from './mongo-errors.js';
import { type MongoUrl, parseMongoUrl } from './mongo-url.js';

export interface MongoConnection {
  readonly client: MongoClient;
  readonly database: Db;
  readonly displayUrl: string;
  /** Throws `ReadModelsUnavailable`. */
  runOperation<T>(run: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds of a page's read on the server. */
export const READ_TIMEOUT_MS = 10_000;
/** The last retry may take `serverSelectionTimeoutMS` longer. */
const OPENING_MS = 6_500;

const MAJORITY: ReadConcernLevel = 'majority';

/** The URL's options take precedence. */
const OPTIONS: MongoClientOptions = {
  appName: 'daybook',
  // More concurrent reads would only queue at the server.
  maxPoolSize: 50,
  // Spares the first page after an idle period the handshake.
  minPoolSize: 2,
  waitQueueTimeoutMS: 5_000,
  // Pages fail within seconds.
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  // Detects a vanished host; longer than READ_TIMEOUT_MS.
  socketTimeoutMS: 20_000,
  heartbeatFrequencyMS: 2_000,
  // What was read must survive a failover.
  readConcern: { level: MAJORITY },
  // Users must read their own writes.
  readPreference: 'primary',
  // An acknowledged checkpoint survives failover and power loss.
  writeConcern: { w: 'majority', journal: true },
  // Applied once, also when an answer was lost.
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

/** Throws `ReadModelsUnusable` or `ReadModelsUnavailable`, within ten seconds. */
export async function connectToMongo(address: string): Promise<MongoConnection> {
  const url = parseMongoUrl(address);
  const { displayUrl } = url;
  const client = createClient(address, url);
  try {
    const hello = await retryWhileStarting(displayUrl, async () => {
      await client.connect();
      // Needs the right credentials, unlike connecting.
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

/** Transactions need a replica set or sharded cluster. */
const hasTransactions = ({ setName, msg }: Document) => setName !== undefined || msg === 'isdbgrid';

/** MongoDB 5.0, the first with snapshot reads outside transactions. */
const MIN_WIRE_VERSION = 13;

const hasSnapshots = ({ maxWireVersion }: Document) => Number(maxWireVersion) >= MIN_WIRE_VERSION;

async function readServerVersion(database: Db): Promise<string | undefined> {
  const { version } = await database.command({ buildInfo: 1 }).catch((): Document => ({}));
  return version === undefined ? undefined : String(version);
}

function createClient(address: string, url: MongoUrl): MongoClient {
  try {
    const client = new MongoClient(address, toDriverOptions(url));
    client.on('connectionPoolCleared', () => countReconnect('mongodb'));
    return client;
  } catch (error) {
    throw new ReadModelsUnusable(
      `The address of MongoDB (${url.displayUrl}) cannot be used: ${toErrorMessage(error)}. Correct DAYBOOK_READS.`,
    );
  }
}

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
