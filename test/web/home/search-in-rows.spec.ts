import { expect, it } from '@jest/globals';
import type { RecordInput } from '#domain/record/record-commands.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { describeOnEachEngine } from './on-each-engine.js';
import type { ReadingApp } from '../reading/reading-app.js';
import { SHOP_TEXT } from '../screens/shop.js';

const COLUMNS = `fields: {
        item: { type: text }, quantity: { type: integer }, price: { type: money }, from: { type: reference, to: Customer },
        buyer: { type: user }, size: { type: choice, of: { s: Small, l: Very large } }, wanted: { type: date },
        checkedAt: { type: dateTime }, fragile: { type: boolean, title: Handle gently } }`;

const SHOP = SHOP_TEXT.replace(
  'lines: { type: table, fields: { item: { type: text, required: true }, price: { type: money } } }',
  `lines: { type: table, ${COLUMNS} }\n      costs: { type: table, fields: { supplier: { type: reference, to: Customer }, cost: { type: money } } }`,
)
  .replace(
    `customer: "record.requestedBy == user.id", clerk: "record.state != 'draft'", boss: true }`,
    'customer: true }',
  )
  .replace(
    'iban: { read: [boss] }',
    `iban: { read: [boss] }\n      costs: { read: [boss] }\n      lines: { read: { boss: true, clerk: "record.title != 'Hidden'" } }`,
  )
  .replace('read: [clerk, boss]', 'read: [customer]')
  .replace(
    'margin: { type: integer }',
    'margin: { type: integer }\n      terms: { type: table, fields: { days: { type: integer } } }',
  )
  .replace(
    '  Customer:\n    read: [customer]',
    `  Customer:\n    read: [customer]\n    fields: { terms: { read: { boss: true, clerk: "record.margin != 7" } } }`,
  );

let app: ReadingApp;
let boss: SignedInPerson;
let clerk: SignedInPerson;
let ann: SignedInPerson;
let nordlicht: string;
const orders = new Map<string, string>();

async function fill(opened: ReadingApp): Promise<void> {
  app = opened;
  orders.clear();
  await app.publish(SHOP);
  boss = await app.person('Bo Sørensen', 'boss');
  clerk = await app.person('Cleo Clerk', 'clerk');
  ann = await app.person('Ann Łuczak');
  const buyer = await app.person('Petra Ångström');
  nordlicht = await app.open(boss, 'Customer', { name: 'Nordlicht' });
  const other = await app.open(boss, 'Customer', { name: 'شركة کیمیا' });
  await make('Chairs', {
    lines: [
      { item: 'Castor wheels', quantity: '12', price: '1234.50', from: nordlicht, wanted: '2031-03-04' },
      {
        item: 'Screws',
        quantity: '700',
        price: '3',
        size: 'l',
        checkedAt: '2031-05-06T22:30',
        fragile: 'true',
      },
    ],
    costs: [{ supplier: other, cost: '8888.80' }],
  });
  await make('Hidden', { lines: [{ item: 'Castor', quantity: '12', from: nordlicht, buyer: buyer.id }] });
  await make('Tables', {
    lines: [{ quantity: '1200', price: '12.34', wanted: '2031-03-28', fragile: 'false' }],
  });
}

async function make(title: string, input: RecordInput): Promise<void> {
  orders.set(title, await app.open(boss, 'Order', { title, ...input }));
}

async function found(by: SignedInPerson, search: string): Promise<readonly string[]> {
  const { text } = await app.get(by, `/shop/orders?q=${encodeURIComponent(search)}`).expect(200);
  return [...orders].filter(([, id]) => text.includes(`/shop/orders/${id}"`)).map(([title]) => title);
}

describeOnEachEngine('given orders with rows', { database: 'daybook-test-search-in-rows', fill }, () => {
  it.each([
    ['a text', 'castor', ['Chairs', 'Hidden']],
    ['the title of the record that a row refers to', 'nordlicht', ['Chairs', 'Hidden']],
    ['the title of a referenced record in letters of another keyboard', 'شركه كيميا', ['Chairs']],
    ['the name of a person', 'angstrom castor', ['Hidden']],
    ['what a choice is called', 'very large', ['Chairs']],
    ['a whole number', '12', ['Chairs', 'Hidden', 'Tables']],
    ['a whole number, with digits of another script', '٧٠٠', ['Chairs']],
    ['an amount in English notation', '1,234.50', ['Chairs']],
    ['an amount in German notation', '1.234,50', ['Chairs']],
    ['an amount without its cents', '1234', ['Chairs']],
    ['an amount that is shorter than another', '12.34', ['Tables']],
    ['a day as the page shows it', '4 Mar 2031', ['Chairs']],
    ['a month', 'March 2031', ['Chairs', 'Tables']],
    ['a moment as the page shows it', '6 May 2031, 22:30', ['Chairs']],
    ['the day of a moment', '6 May 2031', ['Chairs']],
    ['what is answered by yes', 'gently', ['Chairs']],
    ['values of different rows', 'screws nordlicht', ['Chairs']],
  ])('when a search names %s that stands in a row, then the record is found', async (_, search, titles) => {
    expect(await found(boss, search)).toEqual(titles);
  });

  it.each(['70', '1234.51', '5 Mar 2031', '6 May 2031, 22:29', '6 May 2031, 22:31', 'small'])(
    'when a search names %s, which stands in no row, then nothing is found',
    async (search) => {
      expect(await found(boss, search)).toEqual([]);
    },
  );

  it('when a row changes, then the record is found by its new value, and no more by the old one', async () => {
    await app.change(boss, 'Order', orders.get('Tables')!, { lines: [{ quantity: '4321' }] });
    expect(await found(boss, '4321')).toEqual(['Tables']);
    expect(await found(boss, '1200')).toEqual([]);
  });

  it('when a referenced record is renamed, then its new title finds the record', async () => {
    await app.change(boss, 'Customer', nordlicht, { name: 'Südwind' });
    expect(await found(boss, 'sudwind')).toEqual(['Chairs', 'Hidden']);
    expect(await found(boss, 'nordlicht')).toEqual([]);
    await app.change(boss, 'Customer', nordlicht, { name: 'Nordlicht' });
  });

  it.each(['nordlicht', '700', '1234.50', '4 Mar 2031', 'very large', 'gently', 'angstrom'])(
    'when the table is never visible to one, then %s finds nothing, counts nothing and suggests no order',
    async (search) => {
      expect(await found(boss, search)).not.toEqual([]);
      expect(await found(ann, search)).toEqual([]);
      const { text } = await app.get(ann, `/shop/orders?q=${encodeURIComponent(search)}`);
      const nothing = await app.get(ann, `/shop/orders?q=xylophone`);
      const plain = (page: string) =>
        page.replaceAll(search, '…').replaceAll(encodeURIComponent(search), '…');
      expect(counted(plain(text))).toEqual(counted(nothing.text));
      const everywhere = await app.get(ann, `/-/search?q=${encodeURIComponent(search)}`).expect(200);
      for (const id of orders.values()) expect(everywhere.text).not.toContain(id);
    },
  );

  it('when the table is hidden in one of the records, then only the others are found and counted', async () => {
    expect(await found(clerk, 'nordlicht')).toEqual(['Chairs']);
    const { text } = await app.get(clerk, '/shop/orders?q=nordlicht');
    expect(text).toContain('1 record found');
  });

  it('when a table of numbers is all that is hidden, and in one record alone, then the others are found and counted', async () => {
    const open = await app.open(boss, 'Customer', { name: 'Open', margin: '3', terms: [{ days: '4711' }] });
    await app.open(boss, 'Customer', { name: 'Secret', margin: '7', terms: [{ days: '4711' }] });
    const search = async (by: SignedInPerson) => {
      const { text } = await app.get(by, '/shop/customers?q=4711').expect(200);
      return [...new Set(text.match(/\/shop\/customers\/[0-9a-f-]{36}/g)), ...counted(text)];
    };
    expect(await search(boss)).toHaveLength(3);
    expect(await search(clerk)).toEqual([`/shop/customers/${open}`, '1 record found']);
    expect(await search(ann)).toEqual(['0 records found']);
  });

  it('when another table is hidden, then its values find nothing, and those of the visible one do', async () => {
    expect(await found(boss, '8888.80')).toEqual(['Chairs']);
    expect(await found(clerk, '8888.80')).toEqual([]);
    expect(await found(clerk, 'شركة')).toEqual([]);
    expect(await found(clerk, '1234.50')).toEqual(['Chairs']);
  });
});

const counted = (page: string): readonly string[] => page.match(/(\d+|No) records? found/g) ?? [];
