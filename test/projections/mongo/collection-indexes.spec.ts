import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { Generation } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import { newMongoDb, type NewMongoDb } from '#test/engines/empty-mongodb.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '#test/engines/describe-on-small-mongodb.js';

/** Call in `describe`: a generation with a changing shape, on a server per test. */
function shapedThings<Server extends NewMongoDb>(start: () => Promise<Server>) {
  const here = {} as {
    server: Server;
    client: MongoClient;
    readModels: ReadModels;
    generation: Generation;
    shape: CollectionIndexes | undefined;
  };
  beforeEach(async () => {
    here.server = await start();
    here.client = await new MongoClient(here.server.url).connect();
    here.readModels = await openMongoReadModels(here.server.url);
    here.shape = undefined;
    const { number } = await here.readModels.create('things', 1);
    here.generation = await here.readModels.open('things', number, () => here.shape);
  });
  afterEach(async () => {
    await here.generation.close();
    await here.readModels.close();
    await here.client.close();
    await here.server.stop();
  });
  return here;
}

const write = (to: Generation, id: string, position: number, text = 'apple') =>
  to.write([{ collection: 'a.B', id, document: { position, id, text } as never }], position);

async function indexes({ client }: { readonly client: MongoClient }): Promise<string[]> {
  const found = await client.db().collection('g.things.1.1').listIndexes().toArray();
  return found.map(({ key }) => Object.keys(key as object).join(' ')).filter((key) => key !== '_id');
}

const found = async ({ generation }: { readonly generation: Generation }, text: string) =>
  (await generation.count('a.B', { $text: text })).count;

describe('collections in MongoDB', () => {
  const here = shapedThings(newMongoDb);

  it('have the indexes of their shape, ended by the id as pages are', async () => {
    here.shape = {
      indexes: [['state', 'amount'], ['position'], ['fields.due-on'], ['id'], []],
      text: ['text'],
    };
    await write(here.generation, 'a', 1);
    expect(await indexes(here)).toEqual(['d.state d.amount _id', 'p _id', 'd.fields.due-on _id', 'w']);
  });

  it('lose and get indexes when their shape changes, and keep them where it is not known', async () => {
    here.shape = { indexes: [['a'], ['b']], text: [] };
    await write(here.generation, 'a', 1);
    here.shape = { indexes: [['b'], ['c']], text: [] };
    await here.generation.reshape();
    expect(await indexes(here)).toEqual(['d.b _id', 'd.c _id']);
    here.shape = undefined;
    await here.generation.reshape();
    await write(here.generation, 'a', 2);
    expect(await indexes(here)).toEqual(['d.b _id', 'd.c _id']);
  });

  it('get no more indexes than MongoDB takes, whatever a specification lists', async () => {
    const many = (name: string) => Array.from({ length: 100 }, (_, at) => [`${name}${at}`]);
    here.shape = {
      indexes: [...many('x'), Array.from({ length: 50 }, (_, at) => `long.path.${at}`)],
      text: ['text'],
    };
    await write(here.generation, 'a', 1);
    expect(await indexes(here)).toHaveLength(61);
    here.shape = { indexes: many('y'), text: ['text'] };
    await here.generation.reshape();
    expect(await indexes(here)).toHaveLength(61);
    expect((await here.generation.find('a.B', { sort: { path: 'y99' }, limit: 5 })).documents).toHaveLength(
      1,
    );
  });
});

describeOnSmallMongoDb('collections in a MongoDB that fails or lacks a member', (start) => {
  const here = shapedThings<MongoDbServer>(start);

  it('are waited for while an index is built, longer than any page', async () => {
    const patient = await openMongoReadModels(`${here.server.url}?socketTimeoutMS=200`);
    const own = await patient.open('things', 1, () => ({ indexes: [['a']], text: [] }));
    here.server.fail('slow', 'createIndexes');
    await write(own, 'a', 1);
    expect(await indexes(here)).toEqual(['d.a _id']);
    await own.close();
    await patient.close();
  });

  it('get their indexes while one of three members is down', async () => {
    await write(here.generation, 'a', 1);
    here.server.loseMember();
    here.shape = { indexes: [['a']], text: ['text'] };
    await here.generation.reshape();
    expect(await indexes(here)).toEqual(['d.a _id', 'w']);
    await write(here.generation, 'b', 2);
    expect(await found(here, 'app')).toBe(2);
  });

  it('get the words of documents that are there already, also where that was interrupted', async () => {
    here.shape = { indexes: [], text: [] };
    for (let position = 1; position <= 3; position++) await write(here.generation, `p${position}`, position);
    expect(await found(here, 'app')).toBe(0);
    here.shape = { indexes: [], text: ['text'] };
    const isOfDocuments = (command: object) => 'update' in command && command.update === 'g.things.1.1';
    here.server.fail('cut before', isOfDocuments, 10);
    await expect(here.generation.reshape()).rejects.toThrow();
    here.server.heal();
    const { number } = here.generation;
    await here.generation.close();
    here.generation = await here.readModels.open('things', number, () => here.shape);
    await here.generation.reshape();
    expect(await found(here, 'app')).toBe(3);
    await write(here.generation, 'p4', 4, 'pear');
    expect(await found(here, 'pear')).toBe(1);
  });

  it('of a generation that is gone are dropped, at the latest when somebody opens the read models again', async () => {
    await write(here.generation, 'a', 1);
    const names = async () =>
      (await here.client.db().listCollections().toArray())
        .map(({ name }) => name)
        .filter((name) => name.startsWith('g.'));
    expect(await names()).toEqual(['g.things.1.1']);
    here.server.fail('cut before', 'drop', 10);
    await expect(here.readModels.drop('things', 1)).rejects.toThrow();
    here.server.heal();
    expect(await here.readModels.generations()).toEqual([]);
    await (await openMongoReadModels(here.server.url)).close();
    expect(await names()).toEqual([]);
  });
});
