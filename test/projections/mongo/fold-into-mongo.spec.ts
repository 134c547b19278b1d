// Few queries, and an unavailable engine is no event's fault.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { BatchFold } from '#projections/projector/batch-fold.js';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { Generation } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import { newMongoDb, type NewMongoDb } from '#test/engines/empty-mongodb.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '#test/engines/describe-on-small-mongodb.js';
import { newEvent } from '../recorded-events.js';

const opened = (at: number) => ({
  ...newEvent('record.opened', {
    entity: 'Request',
    number: `N-${at}`,
    state: 'draft',
    title: 't',
    fields: {},
  }),
  stream: `purchasing.Request-01890000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  version: 1,
  position: at,
});
const events = Array.from({ length: 300 }, (_, at) => opened(at + 1));

const projection = allProjections.find(({ name }) => name === 'records')!;

const foldingInto = (generation: Generation) =>
  new BatchFold({ projection, generation, isSkipped: () => false, remembered: 10 });

/** Call in `describe`: a generation, on a server per test. */
function records<Server extends NewMongoDb>(start: () => Promise<Server>) {
  const here = {} as { server: Server; readModels: ReadModels; generation: Generation };
  beforeEach(async () => {
    here.server = await start();
    here.readModels = await openMongoReadModels(here.server.url);
    const { number } = await here.readModels.create('records', 1);
    here.generation = await here.readModels.open('records', number, () => undefined);
  });
  afterEach(async () => {
    await here.generation.close();
    await here.readModels.close();
    await here.server.stop();
  });
  return here;
}

describeOnSmallMongoDb('folding into MongoDB', (start) => {
  const here = records<MongoDbServer>(start);

  it('reads the documents of a batch with two questions: the first few tell how large they are', async () => {
    const before = foldingInto(here.generation);
    await before.take(events);
    await before.store();
    const asked = here.server.asked.length;
    const folding = foldingInto(here.generation);
    await folding.take(events);
    expect(here.server.asked.slice(asked)).toEqual(['find', 'find']);
    expect(folding.size).toBe(300);
    expect(folding.hasChanges).toBe(false);
  });
});

describe('folding into a MongoDB that goes away', () => {
  const here = records(newMongoDb);

  it('throws what the engine throws, and goes on where it was when it is back', async () => {
    const { server, generation } = here;
    const before = foldingInto(generation);
    await before.take(events.slice(0, 100));
    await before.store();
    const folding = foldingInto(generation);
    await server.vanish();
    await expect(folding.take(events)).rejects.toThrow(ReadModelsUnavailable);
    expect(folding.broken).toBeUndefined();
    await server.comeBack();
    const isTaken = () =>
      folding.take(events).then(
        () => true,
        () => false,
      );
    while (!(await isTaken()));
    expect(await folding.store()).toMatchObject({ last: { position: 300 } });
    expect((await generation.count('purchasing.Request')).count).toBe(300);
  });
});
