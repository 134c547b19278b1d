import { afterAll, beforeAll, describe } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openMongoPersonKeysStore } from '#event-store/personal-data/mongodb/mongo-person-keys-store.js';
import { mongoDbThat, readModelEngines, type RunningEngine } from '#test/engines/test-engines.js';
import { databaseOf, dropDatabase } from '#test/engines/mongodb/drop-database.js';
import { keysStoreContract } from '../keys-store.contract.js';

const alone = mongoDbThat('the small MongoDB without a replica set', { as: 'alone' });

describe.each([...readModelEngines(), alone])('on $name', ({ name, start }) => {
  let server: RunningEngine;
  let url: string;
  const used: string[] = [];

  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    for (const each of used) await dropDatabase(each);
    await server.stop();
  });

  keysStoreContract(name, {
    open: () => openMongoPersonKeysStore(url),
    async reset() {
      url = databaseOf(server.url, `daybook-keys-${randomUUID()}`);
      used.push(url);
    },
    unnoticed: 1_000,
  });
});
