import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import { readModelContract } from '../read-model.contract.js';
import { databaseOf, dropDatabase } from '#test/engines/mongodb/drop-database.js';
import { readModelEngines } from '#test/engines/test-engines.js';
import type { RunningEngine } from '#test/engines/test-engines.js';

// A real server waits for its disk at every write.
jest.setTimeout(180_000);

describe.each(readModelEngines())('on $name', ({ start }) => {
  let engine: RunningEngine;
  let number = 0;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());

  readModelContract('MongoDB', {
    open: () => openMongoReadModels(databaseOf(engine.url, `daybook-test-${number}`)),
    reset: async () => {
      await dropDatabase(engine.url, `daybook-test-${number}`);
      number += 1;
    },
  });
});
