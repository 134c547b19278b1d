// The small servers always, and real ones where the environment names them.
import { startEventStoreDb } from './eventstoredb/start-eventstoredb.js';
import type { MongoDbSettings } from './mongodb/start-mongodb.js';
import { REAL_MONGODB } from './empty-mongodb.js';

export interface RunningEngine {
  /** As in DAYBOOK_EVENTS and DAYBOOK_READS. */
  readonly url: string;
  /** A real server goes on running. */
  stop(): Promise<void>;
}

export interface Engine {
  /** In the suite's title. */
  readonly name: string;
  /** Has data of earlier runs, and no faults. */
  readonly real: boolean;
  start(): Promise<RunningEngine>;
}

/** `describe.each(eventStores())('… on $name', ({ start }) => …)`. */
export const eventStores = (): readonly Engine[] => [
  // With the limits a real one needs here: some suites write events of 4 MB.
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

/** A variant that offers no more than a real server does. */
export const mongoDbThat = (name: string, settings: MongoDbSettings = {}): Engine => ({
  name,
  real: false,
  async start() {
    // Most suites need one engine.
    const { startMongoDb } = await import('./mongodb/start-mongodb.js');
    const { url, stop } = await startMongoDb(settings);
    return { url, stop };
  },
});

function realOne(what: string, url: string | undefined): readonly Engine[] {
  if (!url) return [];
  return [{ name: `a real ${what}`, real: true, start: async () => ({ url, stop: async () => {} }) }];
}
