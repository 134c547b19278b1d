import { expect, it } from '@jest/globals';
import type { RecordInput } from '#domain/record/record-commands.js';
import { ErasePerson } from '#domain/user/user-commands.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { v7 as uuid } from 'uuid';
import { describeOnEachEngine } from './on-each-engine.js';
import type { ReadingApp } from '../reading/reading-app.js';
import { SHOP_TEXT } from '../screens/shop.js';

const SHOP = SHOP_TEXT.replace(
  'columns: [number, title, customer, amount, state, requestedBy, secret, iban, openedAt]',
  'columns: [number, title, customer, amount, state, requestedBy, adviser, size, secret, iban, openedAt]',
)
  .replace(
    'urgent: { type: boolean }',
    'urgent: { type: boolean }\n      adviser: { type: user }\n      size: { type: choice, of: { s: Small, l: Very large } }\n      deliveredAt: { type: dateTime }',
  )
  .replace('urgent: { type: boolean }', 'urgent: { type: boolean, title: Rush job }')
  .replace('filters: [state,', 'filters: [deliveredAt, state,')
  .replace('placed: { title: Placed }', 'placed: { title: Waiting for delivery }')
  .replace(
    'iban: { read: [boss] }',
    'iban: { read: [boss] }\n      adviser: { read: { boss: true, clerk: "record.title != \'Hidden\'" } }',
  );

let app: ReadingApp;
let boss: SignedInPerson;
let clerk: SignedInPerson;
let ann: SignedInPerson;
let customer: string;
const orders = new Map<string, string>();

async function fill(opened: ReadingApp): Promise<void> {
  app = opened;
  orders.clear();
  await app.publish(SHOP);
  boss = await app.person('Bo Sørensen', 'boss');
  clerk = await app.person('Cleo Clerk', 'clerk');
  ann = await app.person('Ann Łuczak');
  customer = await app.open(boss, 'Customer', { name: 'Żółć & Söhne', margin: '3' });
  await make('Chairs', { customer, amount: '1234.50', size: 'l', due: '2031-03-04', urgent: 'true' });
  await make('Tables', { amount: '20', adviser: boss.id, due: '2031-03-28', urgent: 'false' });
  await make('Hidden', { customer, amount: '7', adviser: boss.id, deliveredAt: '2031-05-06T22:30' });
  const placer = await app.person('Pia Placer', 'boss', 'clerk');
  for (const title of ['Chairs', 'Hidden', 'Tables'])
    await app.act(placer, 'Order', orders.get(title)!, 'place');
  await make('Draft order', { customer, lines: [{ item: 'Castor wheels' }] });
}

async function make(title: string, input: RecordInput): Promise<void> {
  orders.set(title, await app.open(ann, 'Order', { title, ...input }));
}

async function found(by: SignedInPerson, search: string): Promise<readonly string[]> {
  const { text } = await app.get(by, `/shop/orders?q=${encodeURIComponent(search)}`).expect(200);
  return [...orders].filter(([, id]) => text.includes(`/shop/orders/${id}"`)).map(([title]) => title);
}

describeOnEachEngine(
  'given orders of which a list shows more than their own texts',
  { database: 'daybook-test-search', fill },
  () => {
    it.each([
      ['the title of the record that a column refers to', 'zolc', ['Chairs', 'Hidden', 'Draft order']],
      ['several words of different columns', 'söhne CHAIRS', ['Chairs']],
      ['the name of a person', 'sorensen', ['Tables', 'Hidden']],
      ['the whole name of a person, folded', 'ann luczak draft', ['Draft order']],
      ['the title of a state', 'waiting for delivery', ['Chairs', 'Tables', 'Hidden']],
      ['what a choice is called', 'very large', ['Chairs']],
      ['an amount in English notation', '1,234.50', ['Chairs']],
      ['an amount in German notation', '1.234,50', ['Chairs']],
      ['an amount as programs write it', '1234.50', ['Chairs']],
      ['an amount with its currency', '€1,234.50', ['Chairs']],
      ['an amount and its currency apart', '1.234,50 EUR', ['Chairs']],
      ['an amount without its cents', '1234', ['Chairs']],
      ['a day as the page shows it', '4 Mar 2031', ['Chairs']],
      ['a day with the whole name of its month', '28 march 2031', ['Tables']],
      ['a day in figures', '04/03/2031', ['Chairs']],
      ['a day in German notation', '4.3.2031', ['Chairs']],
      ['a day as programs write it', '2031-03-04', ['Chairs']],
      ['a day beside another word', 'tables 28 Mar 2031', ['Tables']],
      ['a month', 'March 2031', ['Chairs', 'Tables']],
      ['a month in figures', '03/2031', ['Chairs', 'Tables']],
      ['the day of a moment', '6 May 2031', ['Hidden']],
      ['a moment as the page shows it', '6 May 2031, 22:30', ['Hidden']],
      ['the month of a moment', 'may 2031', ['Hidden']],
      ['what is answered by yes', 'rush', ['Chairs']],
      ['a text in a row of a table', 'castor', ['Draft order']],
      ['a number in lower case', `so-${new Date().getFullYear()}-0002`, ['Tables']],
    ])('when a search names %s, then it is found', async (_, search, titles) => {
      expect(await found(boss, search)).toEqual(titles);
    });

    it('when a search names an amount that none of them has, then nothing is found', async () => {
      expect(await found(boss, '1234.51')).toEqual([]);
      expect(await found(boss, '234')).toEqual([]);
    });

    it('when a search names a day or a moment that none of them has, then nothing is found', async () => {
      expect(await found(boss, '5 Mar 2031')).toEqual([]);
      expect(await found(boss, '7 May 2031')).toEqual([]);
      expect(await found(boss, '6 May 2031, 22:31')).toEqual([]);
      expect(await found(boss, '4 Mar 2031, 00:00')).toEqual([]);
    });

    it('when somebody reads German, then days are found as German pages write them', async () => {
      const german: SignedInPerson = { ...boss, language: 'de' };
      expect(await found(german, '04.03.2031')).toEqual(['Chairs']);
      expect(await found(german, '4. März 2031')).toEqual(['Chairs']);
      expect(await found(german, 'märz 2031')).toEqual(['Chairs', 'Tables']);
      expect(await found(german, '06.05.2031, 22:30')).toEqual(['Hidden']);
    });

    it('when somebody has a time zone of their own, then moments are found as their pages show them', async () => {
      const inTokyo: SignedInPerson = { ...boss, timeZone: 'Asia/Tokyo' };
      expect(await found(inTokyo, '7 May 2031, 05:30')).toEqual(['Hidden']);
      expect(await found(inTokyo, '7 May 2031')).toEqual(['Hidden']);
      expect(await found(inTokyo, '6 May 2031')).toEqual([]);
    });

    it('when the record that they refer to is renamed, then the new title finds them, and the old one does not', async () => {
      await app.change(boss, 'Customer', customer, { name: 'Nordlicht' });
      expect(await found(boss, 'nordlicht')).toEqual(['Chairs', 'Hidden', 'Draft order']);
      expect(await found(boss, 'zolc')).toEqual([]);
      await app.change(boss, 'Customer', customer, { name: 'Żółć & Söhne' });
    });

    it('when one may not read what they refer to, then its title finds nothing', async () => {
      expect(await found(ann, 'zolc')).toEqual([]);
      expect(await found(ann, 'chairs')).toEqual(['Chairs']);
    });

    it('when a field is hidden in one of them, then its person finds the others alone, on the list, in its count and in its export', async () => {
      expect(await found(clerk, 'sorensen')).toEqual(['Tables']);
      const { text } = await app.get(clerk, '/shop/orders?q=sorensen');
      expect(text).toContain('1 record found');
      const csv = await app.get(clerk, '/shop/orders.csv?q=sorensen').expect(200);
      expect(csv.text).toContain('Tables');
      expect(csv.text).not.toContain('Hidden');
    });

    it('when a field is never visible to one, then its person finds nothing', async () => {
      expect(await found(ann, 'sorensen')).toEqual([]);
    });

    it('when a person was erased, then the name finds nothing any more', async () => {
      const eve = await app.person('Eve Vergänglich');
      orders.set('Of Eve', await app.open(eve, 'Order', { title: 'Of Eve' }));
      expect(await found(boss, 'verganglich')).toEqual(['Of Eve']);
      const context = { actor: 'system', commandId: uuid(), correlationId: uuid() };
      await app.send(new ErasePerson({ id: eve.id, reason: 'left', context }));
      expect(await found(boss, 'verganglich')).toEqual([]);
      expect(await found(boss, 'of eve')).toEqual(['Of Eve']);
    });
  },
);
