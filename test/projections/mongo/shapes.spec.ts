// Indexes and words as specifications ask for them, and as they change their minds.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { openMongoReadModels } from '../../../projections/mongo/mongo-read-models.js';
import type { Generation, ReadModels, Shape } from '../../../projections/read-model.js';
import { type MongoDbServer, startMongoDb } from '../../engines/mongodb/start-mongodb.js';

describe('collections in MongoDB', () => {
  let server: MongoDbServer;
  let client: MongoClient;
  let readModels: ReadModels;
  let generation: Generation;
  let shape: Shape | undefined;

  beforeEach(async () => {
    server = await startMongoDb();
    client = await new MongoClient(server.url).connect();
    readModels = await openMongoReadModels(server.url);
    shape = undefined;
    const { number } = await readModels.create('things', 1);
    generation = await readModels.open('things', number, () => shape);
  });
  afterEach(async () => {
    server.heal();
    await generation.close();
    await readModels.close();
    await client.close();
    await server.stop();
  });

  const write = (to: Generation, id: string, position: number, text = 'apple') =>
    to.write([{ collection: 'a.B', id, document: { position, id, text } as never }], position);
  async function indexes(): Promise<string[]> {
    const found = await client.db('daybook').collection('g.things.1.1').listIndexes().toArray();
    return found.map(({ key }) => Object.keys(key as object).join(' ')).filter((key) => key !== '_id');
  }
  async function found(text: string): Promise<number> {
    return (await generation.count('a.B', { $text: text })).count;
  }

  it('have the indexes of their shape, ended by the id as pages are', async () => {
    shape = { indexes: [['state', 'amount'], ['position'], ['fields.due-on'], ['id'], []], text: ['text'] };
    await write(generation, 'a', 1);
    expect(await indexes()).toEqual(['d.state d.amount _id', 'p _id', 'd.fields.due-on _id', 'w']);
  });

  it('lose and get indexes when their shape changes, and keep them where it is not known', async () => {
    shape = { indexes: [['a'], ['b']], text: [] };
    await write(generation, 'a', 1);
    shape = { indexes: [['b'], ['c']], text: [] };
    await generation.reshape();
    expect(await indexes()).toEqual(['d.b _id', 'd.c _id']);
    shape = undefined;
    await generation.reshape();
    await write(generation, 'a', 2);
    expect(await indexes()).toEqual(['d.b _id', 'd.c _id']);
  });

  it('get no more indexes than MongoDB takes, whatever a specification lists', async () => {
    const many = (name: string) => Array.from({ length: 100 }, (_, at) => [`${name}${at}`]);
    shape = {
      indexes: [...many('x'), Array.from({ length: 50 }, (_, at) => `long.path.${at}`)],
      text: ['text'],
    };
    await write(generation, 'a', 1);
    expect(await indexes()).toHaveLength(61);
    shape = { indexes: many('y'), text: ['text'] };
    await generation.reshape();
    expect(await indexes()).toHaveLength(61);
    expect((await generation.find('a.B', { sort: { path: 'y99' }, limit: 5 })).documents).toHaveLength(1);
  });

  it('are waited for while an index is built, longer than any page', async () => {
    const patient = await openMongoReadModels(`${server.url}?socketTimeoutMS=200`);
    const own = await patient.open('things', 1, () => ({ indexes: [['a']], text: [] }));
    server.fail('slow', 'createIndexes');
    await write(own, 'a', 1);
    expect(await indexes()).toEqual(['d.a _id']);
    await own.close();
    await patient.close();
  });

  it('get their indexes while one of three members is down', async () => {
    await write(generation, 'a', 1);
    server.loseMember();
    shape = { indexes: [['a']], text: ['text'] };
    await generation.reshape();
    expect(await indexes()).toEqual(['d.a _id', 'w']);
    await write(generation, 'b', 2);
    expect(await found('app')).toBe(2);
  });

  it('get the words of documents that are there already, also where that was interrupted', async () => {
    shape = { indexes: [], text: [] };
    for (let position = 1; position <= 3; position++) await write(generation, `p${position}`, position);
    expect(await found('app')).toBe(0);
    shape = { indexes: [], text: ['text'] };
    const isOfDocuments = (command: object) => 'update' in command && command.update === 'g.things.1.1';
    server.fail('cut before', isOfDocuments, 10);
    await expect(generation.reshape()).rejects.toThrow();
    server.heal();
    const { number } = generation;
    await generation.close();
    generation = await readModels.open('things', number, () => shape);
    await generation.reshape();
    expect(await found('app')).toBe(3);
    await write(generation, 'p4', 4, 'pear');
    expect(await found('pear')).toBe(1);
  });

  it('of a generation that is gone are dropped, at the latest when somebody opens the read models again', async () => {
    await write(generation, 'a', 1);
    const names = async () =>
      (await client.db('daybook').listCollections().toArray())
        .map(({ name }) => name)
        .filter((name) => name.startsWith('g.'));
    expect(await names()).toEqual(['g.things.1.1']);
    server.fail('cut before', 'drop', 10);
    await expect(readModels.drop('things', 1)).rejects.toThrow();
    server.heal();
    expect(await readModels.generations()).toEqual([]);
    await (await openMongoReadModels(server.url)).close();
    expect(await names()).toEqual([]);
  });
});
