// Lists as pages: where one stands in them, sums, and chosen columns.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, type HTMLElement } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const THINGS = 120;

let daybook: ReadingApp;
let ana: SignedInPerson;
let boss: SignedInPerson;

beforeAll(async () => {
  daybook = await readingApp(() => '2026-11-20T10:00:00.000Z');
  await daybook.publish(
    documentOf({
      1: 'key: shop',
      2: 'screens: { /things: { list: Thing, columns: [name, size, price, margin], filters: [size], sort: size } }',
      3: 'entities: { Thing: { title: "{name}", fields: { name: text, size: integer, price: money, margin: money, bonus: money } } }',
      4: 'lifecycles: { Thing: { states: { new: New, old: { title: Old, final: true } }, actions: { age: { from: new, to: old } } } }',
      6: 'roles: { staff: { title: Staff, everyone: true }, boss: { title: Boss } }\npermissions: { Thing: { fields: { margin: { read: [boss] }, bonus: { read: { boss: true, staff: "record.state == \'old\'" } } } } }',
    }),
  );
  ana = await daybook.person('Ana');
  boss = await daybook.person('Bo', 'boss');
  for (let nth = 1; nth <= THINGS; nth++)
    await daybook.open(boss, 'Thing', {
      name: `thing ${nth}`,
      size: String(nth),
      price: '0.10',
      margin: '1000',
      bonus: '5',
    });
});

afterAll(() => daybook.close());

const pageOf = async (path: string, by = ana) => parse((await daybook.get(by, path).expect(200)).text);
const count = (page: HTMLElement) => page.querySelector('[role=status][data-swap=count]')!.text;
const follow = (page: HTMLElement, rel: 'next' | 'prev') =>
  pageOf(page.querySelector(`a[rel=${rel}]`)!.getAttribute('href')!.replaceAll('&amp;', '&'));

describe('the position in a list', () => {
  it('is counted along the pages, forwards and backwards', async () => {
    const first = await pageOf('/shop/things');
    expect(count(first)).toBe('1–50 of 120 records');
    const second = await follow(first, 'next');
    expect(count(second)).toBe('51–100 of 120 records');
    const third = await follow(second, 'next');
    expect(count(third)).toBe('101–120 of 120 records');
    const back = await follow(third, 'prev');
    expect(count(back)).toBe('51–100 of 120 records');
    expect(count(await follow(back, 'prev'))).toBe('1–50 of 120 records');
  });

  it('is of what a filter found', async () => {
    const first = await pageOf('/shop/things?size.from=31');
    expect(count(first)).toBe('1–50 of 90 records found');
    expect(count(await follow(first, 'next'))).toBe('51–90 of 90 records found');
  });

  it('is left out where one page holds the whole list', async () => {
    expect(count(await pageOf('/shop/things?size.from=100'))).toBe('21 records found');
  });

  it('is put right at the ends of the list, whatever the address says', async () => {
    const second = await follow(await pageOf('/shop/things'), 'next');
    const last = second.querySelector('a[rel=next]')!.getAttribute('href')!.replaceAll('&amp;', '&');
    expect(count(await pageOf(last.replace('from-row=101', 'from-row=7')))).toBe('101–120 of 120 records');
    expect(count(await pageOf('/shop/things?from-row=7'))).toBe('1–50 of 120 records');
  });
});

describe('the sums of a list', () => {
  const sums = (page: HTMLElement) =>
    page.querySelectorAll('tfoot :is(th, td)').map((cell) => cell.text.replace(/\s/g, ' '));

  it('are of the whole list, exact, and of what a filter found', async () => {
    expect(sums(await pageOf('/shop/things'))).toEqual(['Sum of 120 records', '7260', '€12.00', '', '']);
    expect(sums(await pageOf('/shop/things?size.until=3')).slice(0, 3)).toEqual([
      'Sum of 3 records',
      '6',
      '€0.30',
    ]);
  });

  it('are shown of fields that the person reads in every record, and of no others', async () => {
    expect(sums(await pageOf('/shop/things?columns=size,margin,bonus', boss))).toEqual([
      'Sum of 120 records',
      '7260',
      '€120,000.00',
      '€600.00',
    ]);
    const page = await pageOf('/shop/things?columns=size,bonus');
    expect(sums(page)).toEqual(['Sum of 120 records', '7260', '']);
  });

  it('are left out where no column can be added up', async () => {
    expect((await pageOf('/shop/things?columns=name,bonus')).querySelector('tfoot')).toBeNull();
  });

  it('are answered to programs, which are refused a hidden field as one that does not exist', async () => {
    const ask = (by: SignedInPerson, query: string) => daybook.get(by, `/api/shop/Thing?${query}`);
    const { body } = await ask(ana, 'sum-of=price&sum-of=size&size.from=119').expect(200);
    expect(body).toMatchObject({ count: { count: 2 }, sums: { price: '0.20', size: '239' } });
    expect((await ask(boss, 'sum-of=margin').expect(200)).body.sums).toEqual({ margin: '120000.00' });
    const [hidden, none] = await Promise.all(
      ['margin', 'nothing'].map(async (key) => (await ask(ana, `sum-of=${key}`).expect(400)).body.title),
    );
    expect(hidden.replaceAll('margin', 'nothing')).toBe(none);
    await ask(ana, 'sum-of=bonus').expect(400);
    await ask(ana, 'sum-of=name').expect(400);
  });
});

describe('the columns of a list', () => {
  const heads = (page: HTMLElement) =>
    page.querySelectorAll('thead th:not(.db-pick)').map((head) => head.text.trim());
  const NOT_THERE = (key: string) => `There is no column “${key}” here.`;

  it('are those that the address names, in their order, on every page and in the CSV', async () => {
    const path = '/shop/things?columns=price&columns=openedBy,name';
    const page = await pageOf(path);
    expect(heads(page)).toEqual(['Price', 'Opened by', 'Name']);
    expect(heads(await follow(page, 'next'))).toEqual(['Price', 'Opened by', 'Name']);
    const [, forPrograms] = page.querySelectorAll('a[download]');
    const csv = forPrograms!.getAttribute('href')!.replaceAll('&amp;', '&');
    const [head, first] = (await daybook.get(ana, csv).expect(200)).text.split('\r\n');
    expect(head).toBe('Id,Price,Opened by,Name');
    expect(first).toMatch(/,0\.10,Bo,thing 1$/);
  });

  it('stay when the list is filtered or sorted, and can be set back', async () => {
    const page = await pageOf('/shop/things?columns=name,price');
    const carried = page.querySelectorAll('form[role=search] input[name=columns]');
    expect(carried.map((input) => input.getAttribute('value'))).toEqual(['name', 'price']);
    expect(page.querySelector('.db-sort')!.getAttribute('href')).toContain('columns=name');
    const panel = await pageOf('/shop/things?columns=name,price&open-panel=columns');
    const reset = panel.querySelector('#columns-reset')!.getAttribute('href');
    expect(reset).toBe('/shop/things?open-panel=columns');
    expect(heads(await pageOf(reset!))).toEqual(heads(await pageOf('/shop/things')));
  });

  it('are offered in a panel that a link opens on the same page of the list', async () => {
    const second = await follow(await pageOf('/shop/things?columns=name,price'), 'next');
    expect(second.querySelector('#columns')).toBeNull();
    const href = second.querySelector('#columns-button')!.getAttribute('href')!.replaceAll('&amp;', '&');
    const panel = await pageOf(href);
    expect(panel.querySelector('details#columns')!.hasAttribute('open')).toBe(true);
    expect(count(panel)).toBe(count(second));
    expect(panel.querySelector('tbody')!.text).toBe(second.querySelector('tbody')!.text);
  });

  it('can be moved one by one', async () => {
    const page = await pageOf('/shop/things?columns=name,price,size&open-panel=columns');
    const later = page.querySelector('#later-name')!.getAttribute('href')!.replaceAll('&amp;', '&');
    expect(heads(await pageOf(later))).toEqual(['Price', 'Name', 'Size']);
    expect(page.querySelector('#earlier-name')).toBeNull();
  });

  it('are offered where the person may read them, otherwise as little as ones that do not exist', async () => {
    const offered = (page: HTMLElement) =>
      page.querySelectorAll('#columns input[type=checkbox]').map((box) => box.getAttribute('value'));
    const panel = '/shop/things?open-panel=columns';
    expect(offered(await pageOf(panel))).toContain('price');
    expect(offered(await pageOf(panel))).not.toContain('margin');
    expect(offered(await pageOf(panel, boss))).toContain('margin');
    const page = await pageOf('/shop/things?columns=name,margin,nothing');
    expect(heads(page)).toEqual(['Name']);
    expect(page.text).toContain(`${NOT_THERE('margin')} ${NOT_THERE('nothing')}`);
    await daybook.get(ana, '/shop/things.csv?columns=margin').expect(400);
    await daybook.get(boss, '/shop/things.csv?columns=margin').expect(200);
  });
});
