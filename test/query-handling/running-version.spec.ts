// A process that nobody tells of new versions, as where another one writes the read models: a record says which version it runs by.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishedSpecifications } from '#query-handling/published-specifications.js';
import type { Sources } from '#query-handling/ports.js';
import { recordById } from '#query-handling/records/record-by-id.js';
import type { SignedIn } from '#identity/signed-in.js';
import { readingApp, type ReadingApp } from '../web/reading/reading-app.js';
import { SHOP_TEXT } from '../web/reading/shop.js';

let shop: ReadingApp;
let ada: SignedIn;
let record: string;
let late: Sources;

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(SHOP_TEXT);
  ada = await shop.person('Ada', 'clerk');
  const readModels = {
    generation: (name: string) => shop.installation.projections.generation(name),
    onWritten: () => () => {},
  };
  late = { ...shop.sources, specifications: publishedSpecifications(readModels) };
  expect(await late.specifications.current('shop')).toMatchObject({ version: 1 });
  await shop.publish(SHOP_TEXT.replace(/^name: .+$/m, 'name: The new shop'));
  record = await shop.open(ada, 'Order', { title: 'One' });
});

afterAll(() => shop.close());

describe('a record of a version this process has not heard of', () => {
  it('is looked at by that version', async () => {
    const first = (await late.specifications.at('shop', 1))!;
    const question = { published: first, entity: first.specification.entities['Order']!, viewer: ada };
    const { asked, seen } = await recordById(late, question, record);
    expect(seen).toMatchObject({ title: 'One', specification: 2 });
    expect(asked.published).toMatchObject({ version: 2, specification: { name: 'The new shop' } });
  });

  it('which never was is not looked for twice with a result', async () => {
    expect(await late.specifications.at('shop', 3)).toBeUndefined();
    expect(await late.specifications.at('nothing', 3)).toBeUndefined();
  });
});
