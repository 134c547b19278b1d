// Folding into an engine on another machine: few questions, and its absence is no event's fault.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allProjections } from '../../../projections/all-projections.js';
import { Folding } from '../../../projections/fold.js';
import { openMongoReadModels } from '../../../projections/mongo/mongo-read-models.js';
import { type Generation, type ReadModels, ReadModelsUnavailable } from '../../../projections/read-model.js';
import { type MongoDbServer, startMongoDb } from '../../engines/mongodb/start-mongodb.js';
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

describe('folding into MongoDB', () => {
  let server: MongoDbServer;
  let readModels: ReadModels;
  let generation: Generation;

  beforeEach(async () => {
    server = await startMongoDb();
    readModels = await openMongoReadModels(server.url);
    const { number } = await readModels.create('records', 1);
    generation = await readModels.open('records', number, () => undefined);
  });
  afterEach(async () => {
    await generation.close();
    await readModels.close();
    await server.stop();
  });

  const foldingOf = () => new Folding({ projection, generation, isSkipped: () => false, remembered: 10 });

  it('reads the documents of a batch with two questions: the first few tell how large they are', async () => {
    const before = foldingOf();
    await before.take(events);
    await before.store();
    const asked = server.asked.length;
    const folding = foldingOf();
    await folding.take(events);
    expect(server.asked.slice(asked)).toEqual(['find', 'find']);
    expect(folding.size).toBe(300);
    expect(folding.changes).toBe(false);
  });

  it('throws what the engine throws, and goes on where it was when it is back', async () => {
    const before = foldingOf();
    await before.take(events.slice(0, 100));
    await before.store();
    const folding = foldingOf();
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
