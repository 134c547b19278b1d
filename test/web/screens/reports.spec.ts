import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, type HTMLElement } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { decoded } from '../daybook.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: `key: shop
timeZone: Europe/Berlin
currency: EUR`,
  2: `screens:
  /costs: { list: Cost, columns: [what, amount, kind], filters: [kind] }
  /all: { report: Cost, measure: [count, sum(amount), avg(amount), min(amount), max(amount)] }
  /kinds: { report: Cost, title: By kind, measure: [sum(amount), avg(hours)], by: kind, chart: bar, filters: [kind, paid] }
  /months: { report: Cost, title: By month, measure: sum(amount), by: kind, over: month, time: paid, chart: line }
  /opened: { report: Cost, measure: count, by: [kind, openedBy], over: day, chart: table }
  /where: { report: Cost, measure: count, where: "record.kind == 'Food'" }
  /bonus: { report: Cost, measure: [count, sum(bonus)], by: grade }
  /each: { report: Cost, title: Each, measure: count, by: what, chart: bar }
  /bosses: { report: Cost, measure: count, roles: [boss] }`,
  3: `entities:
  Cost:
    plural: Costs
    fields:
      what: { type: text }
      amount: { type: money }
      hours: { type: integer }
      kind: { type: choice, of: [Travel, Food, "<b>Odd</b>"] }
      paid: { type: date }
      bonus: { type: money }
      grade: { type: text }
      open: { type: boolean }`,
  6: `roles:
  staff: { title: Staff, everyone: true }
  clerk: { title: Clerk }
  boss: { title: Boss }
permissions:
  Cost:
    read: { staff: "record.openedBy == user.id", clerk: record.open, boss: true }
    fields:
      bonus: { read: [boss] }
      grade: { read: { boss: true, clerk: "record.kind == 'Food'" } }`,
});

let daybook: ReadingApp;
let [boss, clerk, staff] = [] as unknown as SignedInPerson[];

beforeAll(async () => {
  daybook = await readingApp(() => '2026-11-20T10:00:00.000Z');
  await daybook.publish(DOCUMENT);
  boss = await daybook.person('Bea', 'shop:boss');
  clerk = await daybook.person('Cleo', 'shop:clerk');
  staff = await daybook.person('Sam');
  const open = true;
  const costs = [
    {
      what: 'A',
      amount: '0.10',
      hours: '1',
      kind: 'Travel',
      paid: '2026-09-30',
      bonus: '5.00',
      grade: 'x',
      open,
    },
    {
      what: 'B',
      amount: '0.20',
      hours: '2',
      kind: 'Travel',
      paid: '2026-11-01',
      bonus: '7.00',
      grade: 'y',
      open,
    },
    {
      what: 'C',
      amount: '90071992547409.91',
      kind: 'Food',
      paid: '2026-11-30',
      bonus: '9.00',
      grade: 'x',
      open,
    },
    { what: 'D', amount: '90071992547409.91', kind: 'Food', paid: '2026-11-30', bonus: '1.00', grade: 'z' },
    { what: 'E', kind: '<b>Odd</b>', grade: 'x', open },
    { what: 'F', amount: '1.00' },
  ];
  for (const cost of costs)
    await daybook.open(cost.what === 'F' ? staff! : boss!, 'Cost', { open: false, ...cost });
});

afterAll(() => daybook.close());

const json = async (by: SignedInPerson, name: string) =>
  (await daybook.get(by, `/api/shop/Cost/reports/${name}`).expect(200)).body;
const rows = async (by: SignedInPerson, path: string) =>
  (await daybook.get(by, path).expect(200)).text.trim().split('\r\n');

const hrefOf = (link: HTMLElement) => decoded(link.getAttribute('href')!);

describe('what a report comes to', () => {
  it('is exact, beyond what a number of JavaScript holds', async () => {
    const { all, groups } = await json(boss!, 'all');
    expect(all).toEqual(['6', '180143985094821.12', '36028797018964.22', '0.10', '90071992547409.91']);
    expect(groups).toHaveLength(1);
  });

  it('is grouped in the order of choices, with what is not given at the end', async () => {
    expect(await rows(boss!, '/shop/kinds.csv')).toEqual([
      'Kind,Sum of Amount,Average Hours',
      'Travel,0.30,1.50',
      'Food,180143985094819.82,',
      '<b>Odd</b>,,',
      'not given,1.00,',
    ]);
  });

  it('goes over months of the application', async () => {
    expect(await rows(boss!, '/shop/months.csv')).toEqual([
      'Paid,Kind,Sum of Amount',
      '2026-09-01,Travel,0.10',
      '2026-11-01,Travel,0.20',
      '2026-11-01,Food,180143985094819.82',
      'not given,<b>Odd</b>,',
      'not given,not given,1.00',
    ]);
  });

  it('is of the records of the screen, and of those a filter leaves in', async () => {
    expect((await json(boss!, 'where')).all).toEqual(['2']);
    expect(await rows(boss!, '/shop/kinds.csv?kind=Travel')).toHaveLength(2);
    expect((await daybook.get(boss!, '/shop/kinds.csv?nonsense=1')).status).toBe(400);
  });
});

describe('a report is of what the viewer may read', () => {
  it('counts the records they may read alone', async () => {
    expect((await json(clerk!, 'all')).all[0]).toBe('4');
    expect((await json(staff!, 'all')).all).toEqual(['1', '1.00', '1.00', '1.00', '1.00']);
  });

  it('leaves out values they may not see, and says so', async () => {
    const seen = await json(clerk!, 'bonus');
    expect(seen.groups).toEqual([
      { keys: [{ value: 'x', text: 'x' }], measures: ['1', null] },
      { keys: [{ hidden: true }], measures: ['3', null] },
    ]);
    expect([seen.hides, seen.all]).toEqual([true, ['4', null]]);
    expect((await json(boss!, 'bonus')).all).toEqual(['6', '22.00']);
    const { text } = await daybook.get(clerk!, '/shop/bonus').expect(200);
    expect(text).toContain('Values that are not visible to you take no part.');
  });

  it('is refused where it is for others', async () => {
    for (const path of [
      '/shop/bosses',
      '/shop/bosses.csv',
      '/shop/bosses/records',
      '/api/shop/Cost/reports/bosses',
    ])
      expect([path, (await daybook.get(clerk!, path)).status]).toEqual([path, 403]);
    expect((await daybook.get(boss!, '/api/shop/Cost/reports/nothing')).status).toBe(404);
  });
});

describe('the page of a report', () => {
  it('draws a chart without styles and scripts, says what is to be seen, and has the table behind it', async () => {
    const page = parse((await daybook.get(boss!, '/shop/months').expect(200)).text);
    const drawing = page.querySelector('.db-chart-drawing')!.innerHTML;
    expect(drawing).toContain('<svg');
    expect(drawing).not.toMatch(/style|class=|<script|ecmeta/);
    expect(page.querySelector('figcaption')!.text).toContain(
      'The most is €180,143,985,094,819.82 (Nov 2026, Food)',
    );
    expect(page.querySelectorAll('tbody tr').length).toBe(5);
    expect(page.querySelectorAll('.db-chart-drawing a').length).toBeGreaterThan(2);
  });

  it('names the first of groups that are equally large as the most, and the last as the least', async () => {
    const page = parse((await daybook.get(boss!, '/shop/each').expect(200)).text);
    const groups = page.querySelectorAll('tbody th').map((each) => each.text.trim());
    const counts = page.querySelectorAll('tbody td').map((each) => each.text.trim());
    expect(new Set(counts)).toEqual(new Set(['1']));
    const words = decoded(page.querySelector('figcaption')!.text);
    expect(words).toContain(`The most is 1 (${groups[0]}), the least 1 (${groups.at(-1)})`);
  });

  it('writes odd names as text', async () => {
    const { text } = await daybook.get(boss!, '/shop/kinds').expect(200);
    expect(text).toContain('&lt;b&gt;Odd');
    expect(text).not.toContain('<b>Odd');
  });

  it('leads from each line to the list of just these records', async () => {
    for (const path of ['/shop/months', '/shop/kinds', '/shop/opened']) {
      const page = parse((await daybook.get(boss!, path).expect(200)).text);
      const links = page.querySelectorAll('tbody a');
      expect(links.length).toBeGreaterThan(1);
      for (const link of links) {
        const list = parse((await daybook.get(boss!, hrefOf(link)).expect(200)).text);
        expect(list.text).not.toContain('There is no filter');
        if (path === '/shop/opened') {
          const cells = link.closest('tr')!.querySelectorAll('td');
          expect(list.querySelectorAll('tbody tr').length).toBe(Number(cells.at(-1)!.text));
        }
      }
    }
    const november = parse((await daybook.get(boss!, '/shop/months').expect(200)).text);
    const link = hrefOf(november.querySelectorAll('tbody a').at(-1)!);
    const list = parse((await daybook.get(boss!, link).expect(200)).text);
    expect(
      list
        .querySelectorAll('tbody th')
        .map((cell) => cell.text)
        .join(''),
    ).toMatch(/^(CD|DC)$/);
    expect(await rows(boss!, link.replace('/records?', '/records.csv?'))).toHaveLength(3);
  });

  it('says so where there is nothing', async () => {
    const { text } = await daybook.get(boss!, '/shop/kinds?q=nonsense').expect(200);
    expect(text).toContain('Nothing matches.');
    expect(text).not.toContain('<figure');
  });
});
