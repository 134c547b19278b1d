// Only where the shape changed; a later process completes what a killed one began.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { Generation } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '#test/engines/describe-on-small-mongodb.js';

const BY_TITLE: CollectionIndexes = { indexes: [], text: ['title'] };
const BY_TEXT: CollectionIndexes = { indexes: [], text: ['text'] };

const write = (to: Generation, position: number) => {
  const document = { position, id: `t${position}`, title: 'apple', text: 'pear' } as { position: number };
  return to.write([{ collection: 'a.B', id: `t${position}`, document }], position);
};
const found = async (generation: Generation, text: string) =>
  (await generation.count('a.B', { $text: text })).count;

describeOnSmallMongoDb('given things on MongoDB', (start) => {
  let server: MongoDbServer;
  let readModels: ReadModels;
  let generation: Generation;
  let shape: CollectionIndexes;
  let number: number;
  const open = (options = {}) => readModels.open('things', number, () => shape, options);

  beforeEach(async () => {
    server = await start();
    readModels = await openMongoReadModels(server.url);
    shape = BY_TITLE;
    ({ number } = await readModels.create('things', 1));
  });
  afterEach(async () => {
    await generation.close();
    await readModels.close();
    await server.stop();
  });
  const askedWhile = async (run: () => Promise<unknown>) => {
    const before = server.asked.length;
    await run();
    return server.asked.slice(before).filter((command) => /ndexes/.test(command));
  };

  it('when one is written after another, then indexes are asked for no more, until the shape is another one', async () => {
    generation = await open();
    expect(await askedWhile(() => write(generation, 1))).toEqual(['listIndexes', 'createIndexes']);
    expect(await askedWhile(() => write(generation, 2))).toEqual([]);
    shape = { ...BY_TITLE };
    expect(await askedWhile(() => write(generation, 3))).toEqual(['listIndexes']);
  });

  it('when they are filled in bulk, then indexes are made once all are there', async () => {
    generation = await open({ bulk: true });
    expect(await askedWhile(() => write(generation, 1))).toEqual([]);
    expect(await askedWhile(() => write(generation, 2))).toEqual([]);
    expect(await askedWhile(() => generation.reshape())).toEqual(['listIndexes', 'createIndexes']);
    expect(await found(generation, 'apple')).toBe(2);
  });

  it('when somebody fell while other words were looked for, and the next one wants those of before, then these are found', async () => {
    generation = await open();
    for (const position of [1, 2, 3]) await write(generation, position);
    shape = BY_TEXT;
    const isOfDocuments = (command: object) =>
      'update' in command && command.update === `g.things.${number}.1`;
    server.fail('answer lost', isOfDocuments, 10);
    await expect(generation.reshape()).rejects.toThrow();
    server.heal();
    await generation.close();
    shape = BY_TITLE;
    generation = await open();
    await generation.reshape();
    expect([await found(generation, 'apple'), await found(generation, 'pear')]).toEqual([3, 0]);
  });
});
