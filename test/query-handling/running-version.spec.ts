// A process that nobody tells of new versions, as where another one writes the read models: a record says which version it runs by.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPublishedSpecifications } from '#query-handling/specifications/published-specifications.js';
import { Refused } from '#domain/refusal.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { v7 as uuid } from 'uuid';
import { readingApp, type ReadingApp } from '../web/reading/reading-app.js';
import { SHOP_TEXT } from '../web/screens/shop.js';
import { findRecordById } from '#query-handling/records/records-view.js';

let shop: ReadingApp;
let ada: SignedInPerson;
let record: string;
let late: QueryDependencies;

/** Clerks keep customers, whom nobody else may see; the next version gives that to the boss alone. */
const FIRST = SHOP_TEXT.replace('    read: [clerk, boss]', '    open: [clerk]\n    read: [clerk, boss]');
const NEXT = FIRST.replace(/^name: .+$/m, 'name: The new shop').replace(
  '    read: [clerk, boss]',
  '    read: { boss: true, clerk: "record.name != \'\'" }',
);

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(FIRST);
  ada = await shop.person('Ada', 'clerk');
  const readModels = {
    generation: (name: string) => shop.installation.projections.generation(name),
    onWritten: () => () => {},
  };
  late = { ...shop.sources, specifications: openPublishedSpecifications(readModels) };
  expect(await late.specifications.current('shop')).toMatchObject({ version: 1 });
  await shop.publish(NEXT);
  record = await shop.open(ada, 'Order', { title: 'One' });
});

afterAll(() => shop.close());

describe('a record of a version this process has not heard of', () => {
  it('is looked at by that version', async () => {
    const first = (await late.specifications.at('shop', 1))!;
    const question = { published: first, entity: first.specification.entities['Order']!, viewer: ada };
    const { question: running, visible } = await findRecordById(late, question, record);
    expect(visible).toMatchObject({ title: 'One', specification: 2 });
    expect(running.published).toMatchObject({ version: 2, specification: { name: 'The new shop' } });
  });

  it('is not found where that version does not have its entity any more', async () => {
    const [first, second] = [
      await late.specifications.at('shop', 1),
      await late.specifications.at('shop', 2),
    ];
    const { Order: _, ...entities } = second!.specification.entities;
    const gone = { ...second!, specification: { ...second!.specification, entities } };
    const current = () => Promise.resolve(gone);
    const sources = { ...late, specifications: { ...late.specifications, current, at: current } };
    const question = { published: first!, entity: first!.specification.entities['Order']!, viewer: ada };
    await expect(findRecordById(sources, question, record)).rejects.toMatchObject({
      reasons: [{ code: 'NOT_FOUND' }],
    });
  });

  it('which never was is not looked for twice with a result', async () => {
    expect(await late.specifications.at('shop', 3)).toBeUndefined();
    expect(await late.specifications.at('nothing', 3)).toBeUndefined();
  });
});

describe('whoever may read no such record', () => {
  let customer: string;
  let eve: SignedInPerson;

  beforeAll(async () => {
    eve = await shop.person('Eve');
    customer = await shop.open(ada, 'Customer', { name: 'Mrs Smith' });
  });

  const answer = async (sources: QueryDependencies, id: string) => {
    const first = (await late.specifications.at('shop', 1))!;
    const question = { published: first, entity: first.specification.entities['Customer']!, viewer: eve };
    return findRecordById(sources, question, id).then(
      () => 'shown',
      (error: unknown) => (error instanceof Refused ? error.reasons : error),
    );
  };

  it.each([
    ['knows the version', () => late],
    ['does not know it', ignorant],
  ])('gets the same answer whether there is one or not, by a process that %s', async (_, sources) => {
    expect(await answer(sources(), customer)).toEqual(await answer(sources(), uuid()));
    expect(await answer(sources(), customer)).toMatchObject([{ code: 'NOT_PERMITTED' }]);
  });
});

/** Knows the first version alone, and cannot find another one. */
function ignorant(): QueryDependencies {
  const first = late.specifications.at('shop', 1);
  const at = (_: string, version: number) => (version === 1 ? first : Promise.resolve(undefined));
  return { ...late, specifications: { ...late.specifications, current: () => first, at } };
}
