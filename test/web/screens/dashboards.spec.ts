// Each tile equals its screen, for each viewer.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, type HTMLElement } from 'node-html-parser';
import supertest from 'supertest';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop\ncurrency: EUR',
  2: `screens:
  /costs: { list: Cost, columns: [what, amount, kind], title: Costs }
  /board: { board: Cost, title: By state }
  /dear: { list: Cost, columns: [what], title: Dear, where: "record.amount > 5", roles: [boss] }
  /bonus: { list: Cost, columns: [what, bonus], title: With a bonus, where: "record.bonus > 0" }
  /kinds: { report: Cost, title: By kind, measure: [count, sum(bonus)], by: kind }
  /sums: { report: Cost, title: Sums, measure: sum(amount), by: kind, chart: table }
  /secrets: { list: Secret, title: Secrets }
  /over:
    title: Overview
    dashboard:
      tiles:
        - count: /costs
        - { count: /board, title: On the board }
        - count: /dear
        - count: /bonus
        - list: /costs
        - list: /dear
        - report: /kinds
        - report: /sums
        - count: /secrets
        - list: /secrets
  /bosses: { dashboard: { tiles: [{ count: /dear }] }, roles: [boss] }
  /hidden: { dashboard: { tiles: [{ count: /secrets }] } }`,
  3: `entities:
  Cost:
    plural: Costs
    fields:
      what: text
      amount: money
      kind: { type: choice, of: [Travel, Food] }
      bonus: money
  Secret: { fields: { what: text } }`,
  4: 'lifecycles: { Cost: { states: [open, done], actions: { close: { from: open, to: done } } } }',
  6: `roles:
  boss: { title: Boss, start: /bosses }
  clerk: { title: Clerk, start: /costs }
  guest: { title: Guest }
  staff: { title: Staff, everyone: true }
permissions:
  Cost:
    read: { boss: true, clerk: true, staff: "record.openedBy == user.id" }
    fields: { bonus: { read: [boss] } }
  Secret: { read: [guest] }`,
});

let daybook: ReadingApp;
let [boss, clerk, staff] = [] as unknown as SignedInPerson[];

beforeAll(async () => {
  daybook = await readingApp();
  await daybook.publish(DOCUMENT);
  boss = await daybook.person('Bea', 'shop:clerk', 'shop:boss');
  clerk = await daybook.person('Cleo', 'shop:clerk');
  staff = await daybook.person('Sam');
  for (const [index, what] of [...'ABCDEFG'].entries())
    await daybook.open(boss!, 'Cost', {
      what,
      amount: `${index + 1}.00`,
      kind: index % 2 === 0 ? 'Travel' : 'Food',
      ...(index > 4 && { bonus: '1.00' }),
    });
  await daybook.open(staff!, 'Cost', { what: 'Mine', amount: '20.00' });
});

afterAll(() => daybook.close());

const tilesOf = async (by: SignedInPerson, path = '/shop/over') => {
  const page = parse((await daybook.get(by, path).expect(200)).text);
  return page.querySelectorAll('.db-tile').map((tile) => ({
    title: tile.querySelector('.db-tile-title')!.text,
    href: tile.querySelector('.db-tile-title a')!.getAttribute('href'),
    number: tile.querySelector('.db-tile-number')?.text,
    tile,
  }));
};

const firstCells = (tile: HTMLElement) => tile.querySelectorAll('tbody th').map((cell) => cell.text);
const sums = (tile: HTMLElement) => tile.querySelectorAll('.db-tile-sums dd').map((sum) => sum.text);

describe('given a dashboard', () => {
  it('when somebody looks who reads all of it, then each tile is what its screen is, and leads there', async () => {
    const tiles = await tilesOf(boss!);
    expect(tiles.map(({ title, href, number }) => [title, href, number])).toEqual([
      ['Costs', '/shop/costs', '8'],
      ['On the board', '/shop/board', '8'],
      ['Dear', '/shop/dear', '3'],
      ['With a bonus', '/shop/bonus', '2'],
      ['Costs', '/shop/costs', undefined],
      ['Dear', '/shop/dear', undefined],
      ['By kind', '/shop/kinds', undefined],
      ['Sums', '/shop/sums', undefined],
    ]);
    expect(firstCells(tiles[4]!.tile)).toEqual(['Mine', 'G', 'F', 'E', 'D']);
    expect(tiles[4]!.tile.querySelector('.db-tile-more')!.text).toBe('Show all 8: Costs');
    expect(firstCells(tiles[5]!.tile)).toEqual(['Mine', 'G', 'F']);
    expect(sums(tiles[6]!.tile)).toEqual(['8', '€2.00']);
    expect(tiles[6]!.tile.querySelectorAll('svg a').length).toBeGreaterThan(1);
    expect(tiles[7]!.tile.querySelectorAll('.db-tile-groups a').length).toBe(2);
  });

  it('when somebody looks for whom screens are not, then their tiles are not there, and the others know nothing of what is hidden', async () => {
    const tiles = await tilesOf(clerk!);
    expect(tiles.map(({ title, number }) => [title, number])).toEqual([
      ['Costs', '8'],
      ['On the board', '8'],
      ['With a bonus', '0'],
      ['Costs', undefined],
      ['By kind', undefined],
      ['Sums', undefined],
    ]);
    expect(sums(tiles[4]!.tile)).toEqual(['8', '–']);
  });

  it('when somebody reads some records alone, then the tiles are of these', async () => {
    const tiles = await tilesOf(staff!);
    expect(tiles.map(({ title, number }) => [title, number]).slice(0, 3)).toEqual([
      ['Costs', '1'],
      ['On the board', '1'],
      ['With a bonus', '0'],
    ]);
    expect(firstCells(tiles[3]!.tile)).toEqual(['Mine']);
    expect(sums(tiles[5]!.tile)).toEqual(['€20.00']);
  });

  it('when none of its tiles is for somebody, then it says so', async () => {
    const { text } = await daybook.get(clerk!, '/shop/hidden').expect(200);
    expect(text).toContain('Nothing here that you may see.');
  });

  it('when it is for others, then it is refused and leads nobody there', async () => {
    const refused = await daybook.get(clerk!, '/shop/bosses').expect(403);
    expect(refused.text).toContain('Boss');
    const links = (text: string) =>
      parse(text)
        .querySelectorAll('nav a')
        .map((link) => link.text);
    expect(links((await daybook.get(clerk!, '/shop/costs')).text)).not.toContain('Bosses');
    expect(links((await daybook.get(boss!, '/shop/costs')).text)).toContain('Bosses');
  });

  it('when it is asked by another method, then it says by which it is', async () => {
    const { headers } = await supertest(daybook.app.getHttpServer())
      .post('/shop/over')
      .set('x-person', encodeURIComponent(JSON.stringify(boss)))
      .expect(405);
    expect(headers['allow']).toBe('GET, HEAD, OPTIONS');
  });
});

describe('given roles that say where they begin', () => {
  it('when somebody with several enters, then the first in the document counts', async () => {
    const begins = async (by: SignedInPerson) =>
      (await daybook.get(by, '/shop').expect(302)).headers['location'];
    expect(await begins(boss!)).toBe('/shop/bosses');
    expect(await begins(clerk!)).toBe('/shop/costs');
  });

  it('when none of the roles says so, then the first list or board is it', async () => {
    expect((await daybook.get(staff!, '/shop').expect(302)).headers['location']).toBe('/shop/costs');
  });
});
