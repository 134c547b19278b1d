// Which engines the suites of both ports run on: the small servers always, a real one too where the environment names it.
import { startEventStoreDb } from './eventstoredb/start-eventstoredb.js';
import type { MongoDbSettings } from './mongodb/start-mongodb.js';
import { REAL_MONGODB } from './empty-mongodb.js';

export interface RunningEngine {
  /** As in DAYBOOK_EVENTS and DAYBOOK_READS. */
  readonly url: string;
  /** For good. A real server is left as it is. */
  stop(): Promise<void>;
}

export interface Engine {
  /** For the title of a suite. */
  readonly name: string;
  /** Keeps what earlier runs wrote; faults cannot be asked of it. */
  readonly real: boolean;
  start(): Promise<RunningEngine>;
}

/** One suite for each: `describe.each(eventStores())('… on $name', ({ start }) => …)`. */
export const eventStores = (): readonly Engine[] => [
  // As a real one has to be started for these suites: some of them write events of 4 MB.
  {
    name: 'the small EventStoreDB',
    real: false,
    start: () => startEventStoreDb({ maxAppendSize: 8_388_608 }),
  },
  ...realOne('EventStoreDB', process.env.DAYBOOK_TEST_EVENTSTOREDB),
];

export const readModelEngines = (): readonly Engine[] => [
  mongoDbThat('the small MongoDB'),
  ...realOne('MongoDB', REAL_MONGODB),
];

/** A small one of some kind: as little can be asked of it as of a real one. */
export const mongoDbThat = (name: string, settings: MongoDbSettings = {}): Engine => ({
  name,
  real: false,
  async start() {
    // Loaded only where it is used: most suites need one engine.
    const { startMongoDb } = await import('./mongodb/start-mongodb.js');
    const { url, stop } = await startMongoDb(settings);
    return { url, stop };
  },
});

function realOne(what: string, url: string | undefined): readonly Engine[] {
  if (!url) return [];
  return [{ name: `a real ${what}`, real: true, start: async () => ({ url, stop: async () => {} }) }];
}
