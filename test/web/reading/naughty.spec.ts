import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { fromCell } from '../screens/from-cell.js';
import { Refused } from '#domain/refusal.js';
import { readingApp, type ReadingApp } from './reading-app.js';
import { sampleCases } from '../../property-runs.js';
import { SHOP_TEXT } from '../screens/shop.js';

const ALL = createRequire(import.meta.url)('big-list-of-naughty-strings') as readonly string[];

let shop: ReadingApp;
let ada: SignedInPerson;
/** Id → title as typed. */
const titles = new Map<string, string>();

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(SHOP_TEXT.replace('max: 200', 'max: 5000'));
  ada = await shop.person('Ada');
  const opened = ALL.map(async (title) => {
    try {
      titles.set(await shop.open(ada, 'Order', { title }), title);
    } catch (error) {
      // Blanks are no title.
      if (!(error instanceof Refused)) throw error;
    }
  });
  await Promise.all(opened);
}, 120_000);

afterAll(() => shop.close());

/** RFC 4180. */
function cells(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const match of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (match.index === csv.length) break;
    rows.at(-1)!.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
    if (match[3] === '\r\n') rows.push([]);
  }
  return rows.slice(1).filter(({ length }) => length > 0);
}

const stored = async (id: string): Promise<string> => {
  const records = shop.installation.projections.generation('records');
  return String((await records.get<{ fields: { title: string } }>('shop.Order', id))!.fields.title);
};

describe('naughty strings', () => {
  it('are taken, but for those that are blank', () => {
    expect(titles.size).toBeGreaterThan(ALL.length - 25);
  });

  it('are exported unchanged where that is asked for', async () => {
    const { text } = await shop.get(ada, '/shop/orders.csv?as-stored=1').expect(200);
    const exported = new Map(cells(text).map(([id, , title]) => [id!, title!]));
    expect(exported.size).toBe(titles.size);
    for (const id of titles.keys()) expect(exported.get(id)).toBe(await stored(id));
  });

  it('are exported so that no program runs them, and come back whole', async () => {
    const { text } = await shop.get(ada, '/shop/orders.csv').expect(200);
    const exported = new Map(cells(text).map(([id, , title]) => [id!, title!]));
    expect(exported.size).toBe(titles.size);
    for (const id of titles.keys()) {
      const cell = exported.get(id)!;
      if (!Number.isFinite(Number(cell))) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u);
      expect(fromCell(cell)).toBe(await stored(id));
    }
  });

  it('are found by themselves', async () => {
    for (const id of sampleCases([...titles.keys()])) {
      const q = await stored(id);
      const { text } = await shop
        .get(ada, `/shop/orders.csv?${new URLSearchParams({ q }).toString()}`)
        .expect(200);
      expect(cells(text).map(([found]) => found)).toContain(id);
    }
  });

  it('are shown as they are, and do nothing', async () => {
    const shown = new Map<string, string | undefined>();
    for (let href: string | undefined = '/shop/orders'; href !== undefined;) {
      const text: string = (await shop.get(ada, href).expect(200)).text;
      const page = parse(text);
      expect(page.querySelectorAll('main script, main iframe, main img')).toEqual([]);
      for (const row of page.querySelectorAll('tbody tr')) {
        const id = row.querySelector('a')!.getAttribute('href')!.split('/').at(-1)!;
        shown.set(id, row.querySelector('td[data-label]')?.textContent);
      }
      href = page
        .querySelectorAll('main a')
        .find((link) => link.getAttribute('href')?.includes('after='))
        ?.getAttribute('href');
    }
    for (const id of titles.keys()) expect(shown.get(id)).toBe(await stored(id));
  });
});
