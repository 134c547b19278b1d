// The number of queries per page; the contract suite checks their answers.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { Generation } from '#projections/port/generation.js';
import type { Query } from '#projections/port/query.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '#test/engines/describe-on-small-mongodb.js';

describeOnSmallMongoDb('a page of MongoDB', (start) => {
  let server: MongoDbServer;
  let readModels: ReadModels;
  let generation: Generation;
  let before: number;

  beforeAll(async () => {
    server = await start();
    readModels = await openMongoReadModels(server.url);
    const { number } = await readModels.create('things', 1);
    generation = await readModels.open('things', number, () => ({ indexes: [['amount']], text: [] }));
    const amounts = [3, 'three', null, 1, 2, 'a', 3, 3];
    await generation.write(
      amounts.map((amount, at) => ({
        collection: 'a.B',
        id: `${at}`,
        document: { id: `${at}`, position: at + 1, amount } as never,
      })),
      8,
    );
  });
  afterAll(async () => {
    await generation.close();
    await readModels.close();
    await server.stop();
  });
  beforeEach(() => {
    before = server.asked.length;
  });

  const asked = () => server.asked.slice(before);
  const page = (query: Partial<Query>) =>
    generation.find<{ id: string }>('a.B', { sort: { path: 'amount' }, limit: 3, ...query });

  it.each([
    [{}],
    [{ limit: 50 }],
    [{ sort: { path: 'amount', descending: true } }],
    [{ sort: { path: 'id' } }],
    [{ sort: { path: 'position', descending: true }, filter: { amount: 3 } }],
  ])('that is the first one is one question: %j', async (query) => {
    await page(query);
    expect(asked()).toEqual(['find']);
  });

  it('that follows another one is one question, and one for whether there is a page before it', async () => {
    const { next } = await page({});
    before = server.asked.length;
    const second = await page({ cursor: next });
    expect(second.documents.map(({ id }) => id)).toEqual(['0', '6', '7']);
    expect(asked()).toEqual(['find', 'find']);
  });

  it('that nobody goes back from is one question, all the way to the end', async () => {
    const ids: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined; ;) {
      const { documents, next, previous } = await page({ cursor, onwardOnly: true });
      ids.push(...documents.map(({ id }) => id));
      expect(previous).toBeUndefined();
      pages += 1;
      if ((cursor = next) === undefined) break;
    }
    expect(ids).toEqual(['2', '3', '4', '0', '6', '7', '5', '1']);
    expect(asked()).toEqual(Array.from({ length: pages }, () => 'find'));
  });
});
