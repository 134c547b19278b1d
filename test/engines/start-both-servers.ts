// New for each test.
import { afterEach, beforeEach } from '@jest/globals';
import type { Configuration } from '#configuration/configuration.js';
import { newEventStoreDb, type NewEventStoreDb } from './empty-eventstoredb.js';
import { newMongoDb, type NewMongoDb } from './empty-mongodb.js';

export type Servers = Pick<Configuration, 'events' | 'reads'>;

/** `close`: ends what runs on them first. Returns a function for their addresses. */
export function onTwoServers(close: () => Promise<unknown> | undefined): () => Servers {
  let [events, mongo]: [NewEventStoreDb?, NewMongoDb?] = [];
  beforeEach(async () => {
    [events, mongo] = await Promise.all([newEventStoreDb(), newMongoDb()]);
  });
  afterEach(async () => {
    await close();
    await Promise.all([events?.stop(), mongo?.stop()]);
  });
  return () => ({
    events: { engine: 'eventstoredb', url: events!.url },
    reads: { engine: 'mongodb', url: mongo!.url },
  });
}
