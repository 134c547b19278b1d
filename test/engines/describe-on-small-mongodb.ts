// For tests that need the small MongoDB's faults, command log, or variants.
import { afterEach, describe } from '@jest/globals';
import { type MongoDbServer, type MongoDbSettings, startMongoDb } from './mongodb/start-mongodb.js';
import { REAL_MONGODB } from './empty-mongodb.js';

export type { MongoDbServer } from './mongodb/start-mongodb.js';
export type StartSmallMongoDb = (settings?: MongoDbSettings) => Promise<MongoDbServer>;

/**
 * A suite that is handed what starts small servers. Nobody gets it otherwise, which eslint.config.js sees to: so whatever is not in such a
 * suite can be pointed at a real server. There, these are named as skipped. Each test begins with servers that are healed.
 */
export function describeOnSmallMongoDb(title: string, tests: (start: StartSmallMongoDb) => void): void {
  if (REAL_MONGODB)
    console.info(`Not here: “${title}” needs a small MongoDB. DAYBOOK_TEST_MONGODB names a real one.`);
  (REAL_MONGODB ? describe.skip : describe)(title, () => {
    const started: MongoDbServer[] = [];
    afterEach(() => started.forEach((server) => server.heal()));
    tests(async (settings) => {
      const server = await startMongoDb(settings);
      started.push(server);
      return server;
    });
  });
}
