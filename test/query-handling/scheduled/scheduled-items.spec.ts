// What is scheduled comes from two collections, read as one: however many entries of others stand before it, nothing is left out.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { ListScheduledItems } from '#query-handling/scheduled/scheduled-items.js';
import { ListScheduledItemsHandler } from '#query-handling/scheduled/list-scheduled-items.handler.js';
import { APPLICATION, readingApp, type ReadingApp } from '#test/web/reading/reading-app.js';
import { SHOP_TEXT } from '#test/web/screens/shop.js';

const SHOP = SHOP_TEXT.replace(
  '    actions:\n      place:',
  '    timers: { remind: { title: Remind, in: draft, after: P3D, mail: warn } }\n    actions:\n      place:',
).replace(
  '## 7. The calls it makes\n\nnot shown.',
  '## 7. The calls it makes\n\n```yaml\ncalls: { warn: { mail: { to: record.requestedBy.email, subject: Soon, text: Soon } } }\n```',
);

/** Fewer than are read at once, and twice as many are more. */
const OTHERS = 60;

let now = '2026-11-20T10:00:00.000Z';
let shop: ReadingApp;
let boss: SignedInPerson;
let ann: SignedInPerson;

beforeAll(async () => {
  shop = await readingApp(() => now);
  await shop.publish(SHOP);
  boss = await shop.person('Bo', 'boss');
  ann = await shop.person('Ann');
  const calls = shop.installation.projections.generation('calls');
  for (let n = 0; n < OTHERS; n += 1) {
    const record = await shop.open(boss, 'Order', { title: `Other ${n}` });
    const position = await calls.checkpoint();
    const document = {
      id: `call-${n}`,
      position,
      application: APPLICATION,
      entity: 'Order',
      record,
      call: 'warn',
      open: true,
      due: '2026-11-21T10:00:00.000Z',
      why: 'x',
      progress: { status: 'waiting', attempts: 1, tries: 1 },
    };
    await calls.write([{ collection: 'calls', id: document.id, document }], position);
  }
  now = '2026-11-20T11:00:00.000Z';
  await shop.open(ann, 'Order', { title: 'Mine' });
}, 60_000);

afterAll(() => shop.close());

it('when timers and calls of others are due before, then what is due last is found all the same', async () => {
  const published = (await shop.sources.specifications.current(APPLICATION))!;
  const titles = async (viewer: SignedInPerson) => {
    const { items } = await new ListScheduledItemsHandler(shop.sources).execute(
      new ListScheduledItems({
        applications: [published],
        viewer,
        limit: 200,
      }),
    );
    return items.map(({ record }) => record.title);
  };
  expect(await titles(ann)).toEqual(['Mine']);
  expect(await titles(boss)).toHaveLength(2 * OTHERS + 1);
});
