import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { Temporal } from 'temporal-polyfill';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';
import { SHOP_TEXT } from '../screens/shop.js';

const LIBRARY = documentOf(
  {
    1: 'key: library\nname: The library',
    3: 'entities:\n  Book:\n    title: "{title}"\n    fields:\n      title: { type: text, required: true }',
    6: 'roles: { reader: { title: Reader }, author: { title: Author } }\npermissions:\n  Book:\n    open: [author]\n    read: [reader, author]',
  },
  'Specification: library',
);

let app: ReadingApp;
let boss: SignedInPerson;
let ann: SignedInPerson;
let order: string;

beforeAll(async () => {
  app = await readingApp();
  await app.publish(SHOP_TEXT);
  await app.publish(LIBRARY);
  boss = await app.person('Bo Boss', 'boss', 'library:reader');
  ann = await app.person('Ann Able');
  const customer = await app.open(boss, 'Customer', { name: 'Walnut Ltd' });
  order = await app.open(ann, 'Order', { title: 'Walnut chairs', amount: '12.50', secret: 'sesame' });
  for (let count = 0; count < 22; count += 1)
    await app.open(boss, 'Order', { title: `Stool ${count}`, customer, secret: 'sesame' });
}, 60_000);

afterAll(() => app.close());

interface Found {
  readonly found: readonly {
    readonly entity: string;
    readonly count: number;
    readonly items: readonly object[];
  }[];
  readonly searched: readonly object[];
}

const page = async (by: SignedInPerson, text: string) =>
  parse((await app.get(by, `/-/search?q=${encodeURIComponent(text)}`).expect(200)).text);
const answer = async (by: SignedInPerson, text: string) =>
  (await app.get(by, `/api/-/search?q=${encodeURIComponent(text)}`).expect(200)).body as Found;

describe('given orders and customers in one application, and another application', () => {
  it('when one searches, then each kind of record is a table with its count, and a way to all of them', async () => {
    const found = await page(boss, 'walnut');
    expect(found.querySelectorAll('main h2').map(({ text }) => text)).toEqual([
      'The shop: Orders 20 of 23',
      'The shop: Customers 1',
    ]);
    const rows = found.querySelectorAll('main table').map((table) => table.querySelector('tbody tr')!.text);
    expect(rows[0]).toContain('Stool 21');
    expect(rows[1]).toContain('Walnut Ltd');
    expect(found.querySelector('main .form-hint a')?.getAttribute('href')).toBe('/shop/orders?q=walnut');
    expect(found.querySelector('header input[name=q]')?.getAttribute('value')).toBe('walnut');
  });

  it('when somebody may read less, then they find less, by the API too', async () => {
    const { found, searched } = await answer(ann, 'walnut');
    expect(found).toMatchObject([{ entity: 'Order', count: 1, items: [{ id: order }] }]);
    expect(searched).toEqual([{ application: 'shop', entity: 'Order' }]);
  });

  it('when nothing is found, then the page says where it searched', async () => {
    const { text } = (await page(boss, 'xylophone')).querySelector('main')!;
    expect(text).toContain('Nothing found for “xylophone”.');
    expect(text).toContain('The library (Books); The shop (Orders, Customers)');
  });

  it('when a word stands in a hidden field alone, then nothing is found, counted or suggested by it', async () => {
    expect((await answer(ann, 'sesame')).found).toEqual([]);
    const suggested = await app.get(ann, '/-/search/suggestions?q=sesame').expect(200);
    expect(suggested.body).toEqual({ records: [], people: [], pages: [] });
    expect((await answer(boss, 'sesame')).found).toMatchObject([{ count: 23 }]);
  });

  it('when one types a number, then its record is suggested', async () => {
    const number = `so-${new Date().getFullYear()}-0001`;
    const { body } = await app.get(boss, `/-/search/suggestions?q=${number}`).expect(200);
    expect(body).toMatchObject({
      records: [{ href: `/shop/orders/${order}`, detail: 'Order · Draft · The shop' }],
    });
  });

  it.each(['0001', '01', '00001', 'so-01'])(
    'when one types %s, then SO-…-0001 is found and suggested',
    async (text) => {
      const { body } = await app.get(boss, `/-/search/suggestions?q=${text}`).expect(200);
      expect(body).toMatchObject({ records: [{ href: `/shop/orders/${order}` }] });
      expect((await answer(boss, text)).found).toMatchObject([{ count: 1, items: [{ id: order }] }]);
      const list = await app.get(boss, `/shop/orders?q=${text}`).expect(200);
      expect(list.text).toContain(`/shop/orders/${order}`);
    },
  );

  it('when one types 1, then SO-…-0001 is among the titles with such a word', async () => {
    const { found } = await answer(boss, '1');
    expect(found).toMatchObject([{ count: 12 }]);
  });

  it('when one types what a page is called, then it is suggested to those who see it', async () => {
    const suggested = async (by: SignedInPerson, text: string) => {
      const { body } = await app.get(by, `/-/search/suggestions?q=${text}`).expect(200);
      return (body as { readonly pages: readonly { readonly title: string }[] }).pages.map(
        ({ title }) => title,
      );
    };
    expect(await suggested(boss, 'board')).toEqual(['Board']);
    expect(await suggested(ann, 'new')).toEqual(['New order', 'New customer']);
    expect(await suggested(boss, 'book')).toEqual(['Books']);
    expect(await suggested(ann, 'book')).toEqual([]);
    expect(await suggested(boss, 'desk')).toEqual([]);
    expect(await suggested(ann, 'status')).toEqual([]);
  });

  it('when one types a name, then an admin is led to the person, an auditor to what they did, and all others nowhere', async () => {
    const admin = await app.person('Ada Admin', '-:admin');
    const auditor = await app.person('Otto Auditor', '-:auditor');
    const people = async (by: SignedInPerson, text: string) => {
      const { body } = await app.get(by, `/-/search/suggestions?q=${text}`).expect(200);
      return (body as { readonly people: readonly object[] }).people;
    };
    const [first] = await people(admin, 'able');
    expect(first).toEqual({ href: `/-/people/${ann.id}`, title: 'Ann Able', detail: 'People' });
    const [forAuditors] = await people(auditor, 'able');
    expect(forAuditors).toEqual({
      href: `/-/timeline?person=${ann.id}`,
      title: 'Ann Able',
      detail: 'Audit timeline',
    });
    await app.get(admin, `/-/people/${ann.id}`).expect(200);
    await app.get(auditor, `/-/timeline?person=${ann.id}`).expect(200);
    expect(await people(admin, 'nobody-of-that-name')).toEqual([]);
    expect(await people(admin, '')).toEqual([]);
    for (const text of ['able', 'nobody-of-that-name']) expect(await people(boss, text)).toEqual([]);
    const found = await page(admin, 'able');
    expect(found.querySelector('main .db-found-links a')?.getAttribute('href')).toBe(`/-/people/${ann.id}`);
    expect((await page(boss, 'able')).querySelector('main .db-found-links')).toBeNull();
  });

  it('when one types the name of one person, then auditors are led to what that person did in a month, the last two or the one typed', async () => {
    const auditor = await app.person('Olga Auditor', '-:auditor');
    const months = async (by: SignedInPerson, text: string) => {
      const { body } = await app.get(by, `/-/search/suggestions?q=${encodeURIComponent(text)}`).expect(200);
      const { people } = body as {
        readonly people: readonly { readonly href: string; readonly title: string }[];
      };
      return people.filter(({ href }) => href.includes('month='));
    };
    const now = Temporal.Instant.from(app.installation.clock())
      .toZonedDateTimeISO('UTC')
      .toPlainDate()
      .toPlainYearMonth();
    const hrefOf = (month: string) => `/-/timeline?person=${ann.id}&month=${month}`;
    const last = [now, now.subtract({ months: 1 })].map(String);
    expect((await months(auditor, 'able')).map(({ href }) => href)).toEqual(last.map(hrefOf));
    const before = now.subtract({ months: 2 });
    const name = before
      .toPlainDate({ day: 1 })
      .toLocaleString('en', { month: 'long', year: 'numeric', calendar: 'gregory' });
    const expected = [
      { href: hrefOf(String(before)), title: `Ann Able: what was done in ${name}`, detail: 'Audit timeline' },
    ];
    for (const text of [`Ann ${String(before)}`, `able, ${name.toUpperCase()}`])
      expect([text, await months(auditor, text)]).toEqual([text, expected]);
    await app.get(auditor, hrefOf(last[0]!)).expect(200);
    expect(await months(boss, 'able')).toEqual([]);
    expect(await months(auditor, 'a')).toEqual([]);
  });

  it('when what a page is called is searched for, then its page leads there without scripts', async () => {
    const links = (await page(boss, 'board')).querySelectorAll('main .db-found-links a');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/shop/orders/board']);
  });

  it('when nothing is searched for, then nothing is found', async () => {
    expect((await answer(boss, ' ')).found).toEqual([]);
    expect((await page(boss, '')).querySelector('h1')?.text).toBe('Search');
  });
});
