// A board whose columns hold more than is shown.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedIn } from '#identity/signed-in.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

let daybook: ReadingApp;
let ana: SignedIn;

beforeAll(async () => {
  daybook = await readingApp(() => '2026-11-20T10:00:00.000Z');
  await daybook.publish(
    documentOf({
      1: 'key: shop',
      2: 'screens: { /things: { list: Thing, columns: [name], filters: [state] }, /board: { board: Thing } }',
      3: 'entities: { Thing: { title: "{name}", fields: { name: text } } }',
      4: 'lifecycles: { Thing: { states: { new: New, old: Old }, actions: { age: { from: new, to: old } } } }',
    }),
  );
  ana = await daybook.person('Ana');
  for (let nth = 1; nth <= 30; nth++) await daybook.open(ana, 'Thing', { name: `thing ${nth}` });
});

afterAll(() => daybook.close());

const pageOf = async (path: string) => parse((await daybook.get(ana, path).expect(200)).text);

it('says that these are the newest, and leads to all of them', async () => {
  const [many, none] = (await pageOf('/shop/board')).querySelectorAll('.db-column');
  expect(many!.querySelectorAll('.db-card')).toHaveLength(25);
  const all = many!.querySelector('.db-column-more')!;
  expect(all.text).toBe('These are the newest 25. See all that are “New”');
  const list = await pageOf(all.getAttribute('href')!);
  expect(list.text).toContain('30 records');
  expect(none!.querySelector('.db-column-more')).toBeNull();
});
