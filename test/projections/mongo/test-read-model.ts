// One read model `things` on one MongoDB for a suite, reopened for each test.
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { Generation } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import type { NewMongoDb } from '#test/engines/empty-mongodb.js';

export interface Things<Server extends NewMongoDb> {
  readonly server: Server;
  readonly readModels: ReadModels;
  /** Replaced where a test reopens it. */
  generation: Generation;
}

interface Opened {
  readonly shape?: CollectionIndexes;
  /** Of the writing lease. */
  readonly token?: number;
}

/** Call in `describe`; the result is filled while tests run. `begin`: before each test. */
export function things<Server extends NewMongoDb>(
  start: () => Promise<Server>,
  { shape, token }: Opened,
  begin: (here: Things<Server>) => Promise<unknown>,
): Things<Server> {
  const here = {} as { -readonly [part in keyof Things<Server>]: Things<Server>[part] };
  beforeAll(async () => {
    here.server = await start();
  });
  afterAll(() => here.server.stop());
  beforeEach(async () => {
    here.readModels = await openMongoReadModels(here.server.url);
    const { number } = await here.readModels.create('things', 1);
    const lease = token === undefined ? undefined : { token };
    here.generation = await here.readModels.open('things', number, () => shape, lease);
    await begin(here);
  });
  afterEach(async () => {
    await here.generation.close();
    await here.readModels.close();
  });
  return here;
}
