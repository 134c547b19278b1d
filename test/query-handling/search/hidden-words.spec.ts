// A word that only hidden fields have leads a search to no record: how many there are does not change how long it takes.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import type { Generation } from '#projections/port/generation.js';
import type { Query } from '#projections/port/query.js';
import type { ActiveGenerations } from '#projections/port/projection.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import { SearchRecords } from '#query-handling/lists/search-records.js';
import { SearchRecordsHandler } from '#query-handling/lists/search-records.handler.js';
import { APPLICATION, readingApp, type ReadingApp } from '#test/web/reading/reading-app.js';
import { SHOP_TEXT } from '#test/web/screens/shop.js';

const SHOP = SHOP_TEXT.replace(
  'clerk: "record.state != \'draft\'", boss: true }',
  'clerk: true, boss: true }',
).replace(
  'secret: { read: { boss: true, customer: "record.state == \'closed\'" } }',
  'secret: { read: [boss] }',
);
const RECORDS = 5;

let shop: ReadingApp;
let boss: SignedInPerson;
let clerk: SignedInPerson;

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(SHOP);
  boss = await shop.person('Bo', 'boss');
  clerk = await shop.person('Cleo', 'clerk');
  for (let n = 0; n < RECORDS; n += 1)
    await shop.open(boss, 'Order', { title: `Paper copy${n}`, secret: 'zebra crossing' });
});

afterAll(() => shop.close());

/** What a search of orders finds, and how many documents it looks at for that. */
async function search(viewer: SignedInPerson, text: string) {
  let read = 0;
  const counted = (generation: Generation): Generation => {
    const find: Generation['find'] = async <Doc>(collection: string, query: Query) => {
      const page = await generation.find<Doc>(collection, query);
      read += page.documents.length;
      return page;
    };
    return Object.assign(Object.create(generation) as Generation, { find });
  };
  const { readModels, ...rest } = shop.sources;
  const generation: ActiveGenerations['generation'] = (name) => counted(readModels.generation(name));
  const sources: QueryDependencies = { ...rest, readModels: { ...readModels, generation } };
  const request = { text, viewer, limit: 50, columns: () => new Set<string>() };
  const { found } = await new SearchRecordsHandler(sources).execute(new SearchRecords(request));
  const orders = found.find(({ entity }) => entity.key === 'Order');
  return { found: orders?.items.length ?? 0, count: orders?.count.count ?? 0, read };
}

describe(`given orders of ${APPLICATION}, all with a word in a field that only one role reads`, () => {
  it('when that role searches for it, then it finds all of them', async () => {
    expect(await search(boss, 'zebra')).toMatchObject({ found: RECORDS, count: RECORDS });
    expect(await search(boss, 'paper zeb')).toMatchObject({ found: RECORDS, count: RECORDS });
    const pasted = 'paper copy p pa pap pape c co cop zebra z crossing cross crossi';
    expect(await search(boss, pasted)).toMatchObject({ found: RECORDS, count: RECORDS });
    expect(await search(clerk, pasted)).toMatchObject({ found: 0, count: 0 });
  });

  it('when another role searches for it, then as many documents are looked at as for a word that is nowhere', async () => {
    const nowhere = await search(clerk, 'xylophone');
    expect(nowhere).toMatchObject({ found: 0, count: 0 });
    expect(await search(clerk, 'zebra')).toEqual(nowhere);
    expect(await search(clerk, 'paper zebra')).toEqual(nowhere);
  });

  it('when another role searches for what it may read, then that is found', async () => {
    expect(await search(clerk, 'paper copy3')).toMatchObject({ found: 1, count: 1 });
  });
});
