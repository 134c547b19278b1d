// A damaged sealed value in the read models makes only itself unreadable.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { describeEngine } from '#configuration/engine-address.js';
import { isSealed, type SealedValue } from '#event-store/personal-data/personal-data.js';
import { APPLICATION, readingApp, type ReadingApp } from './reading-app.js';
import { SHOP_WITH_PASSPORTS } from '../screens/shop.js';

const DAMAGED = 'cannot be read: it is damaged';

let shop: ReadingApp;
let clerk: SignedInPerson;
let boss: SignedInPerson;
let broken: string;
let whole: string;

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(SHOP_WITH_PASSPORTS);
  clerk = await shop.person('Cleo', 'clerk');
  boss = await shop.person('Bo', 'boss');
  broken = await shop.open(boss, 'Order', { title: 'One', passport: 'C01X00T47' });
  whole = await shop.open(boss, 'Order', { title: 'Two', passport: 'P99Z11Q22' });
});

afterAll(() => shop.close());

/** Changes the last letter in every file of read models. */
async function damage(id: string): Promise<void> {
  const of = { application: APPLICATION, entity: 'Order' };
  const document = await createRecordsReadModel(shop.installation.projections, of).get(id);
  const passport: unknown = document?.fields['passport'];
  expect(isSealed(passport)).toBe(true);
  const { box } = (passport as unknown as SealedValue).sealed;
  const other = `${box.startsWith('A') ? 'B' : 'A'}${box.slice(1)}`;
  const folder = describeEngine(shop.installation.configuration.reads);
  let changed = 0;
  for (const name of readdirSync(folder).filter((each) => /^records.*\.sqlite$/.test(each))) {
    const file = new DatabaseSync(join(folder, name));
    const tables = file.prepare(
      "SELECT name FROM sqlite_master WHERE name GLOB 'c[0-9]*' AND type = 'table'",
    );
    for (const { name: table } of tables.all() as { name: string }[]) {
      const update = file.prepare(`UPDATE ${table} SET document = replace(document, ?, ?) WHERE id = ?`);
      changed += Number(update.run(box, other, id).changes);
    }
    file.close();
  }
  expect(changed).toBe(1);
}

const PAGES = () => ['/shop/orders', '/shop/orders.csv', '/shop/orders/board', `/shop/orders/${broken}`];

/** When the page was made, from which on it is told of new records. */
const SINCE = /\bsince=[\w%.-]+/g;

/** Without what is new in each answer. */
const look = async (by: SignedInPerson) =>
  Promise.all(
    PAGES().map(async (path) => {
      const { status, text } = await shop.get(by, path);
      const lasting = text.replace(SINCE, '').replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');
      return `${path} ${status} ${lasting}`;
    }),
  );

describe('given two records with personal data of their own, and the value of one is damaged', () => {
  it('when somebody looks who may not see the field, then nothing has changed', async () => {
    const before = await look(clerk);
    expect(before.filter((answer) => / 200 /.test(answer))).toHaveLength(PAGES().length);
    await damage(broken);
    expect(await look(clerk)).toEqual(before);
  });

  it('when somebody looks who may see it, then this value alone cannot be read', async () => {
    for (const path of ['/shop/orders', '/shop/orders.csv']) {
      const { text } = await shop.get(boss, path).expect(200);
      expect(text).toContain(DAMAGED);
      expect(text).toContain('P99Z11Q22');
    }
    expect((await shop.get(boss, `/shop/orders/${broken}`).expect(200)).text).toContain(DAMAGED);
    expect((await shop.get(boss, `/shop/orders/${whole}`).expect(200)).text).not.toContain(DAMAGED);
  });

  it('when it was met, then health, status page and log are told, and how it is mended', () => {
    const told = shop.installation.healthIssues.all();
    expect(told.map(({ publicMessage, severity }) => [publicMessage, severity])).toEqual([
      ['personal values are damaged', 'error'],
    ]);
    expect(told[0]!.adminMessage).toContain(broken);
    expect(told[0]!.adminMessage).toContain('npx daybook replay');
  });
});
