import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedIn } from '../../../src/identity/signed-in.js';
import { readingApp, type ReadingApp } from './reading-app.js';

const SHOP = readFileSync(new URL('./shop.md', import.meta.url), 'utf8');

let shop: ReadingApp;
let ada: SignedIn;
let ben: SignedIn;
let clerk: SignedIn;
let boss: SignedIn;
let auditor: SignedIn;
let admin: SignedIn;
let adas: string;
let bens: string;
let customer: string;

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(SHOP);
  ada = await shop.person('Ada Okafor');
  ben = await shop.person('Ben Weiß');
  clerk = await shop.person('Cleo Clerk', 'clerk');
  boss = await shop.person('Bo Boss', 'boss');
  auditor = await shop.person('Audrey', '-:auditor');
  admin = await shop.person('Adam', '-:admin');
  customer = await shop.open(boss, 'Customer', { name: 'Kugel & Sohn', margin: '12' });
  adas = await shop.open(ada, 'Order', {
    title: 'Paper <b>&',
    amount: '12.50',
    customer,
    secret: 'sesame',
    iban: 'DE02120300000000202051',
    due: '2026-11-20',
    lines: [{ item: 'A4', price: '12.50' }],
  });
  bens = await shop.open(ben, 'Order', {
    title: 'Ben’s lathe',
    amount: '4000',
    secret: 'tulip',
    urgent: 'true',
  });
  await shop.act(clerk, 'Order', bens, 'place').catch(() => undefined);
});

afterAll(() => shop.close());

describe('a list', () => {
  it('shows to each what each may read', async () => {
    const mine = await shop.get(ada, '/shop/orders').expect(200);
    expect(mine.text).toContain('Paper &lt;b&gt;&amp;');
    expect(mine.text).not.toContain('lathe');
    expect(mine.text).not.toContain('sesame');
    const all = await shop.get(boss, '/shop/orders').expect(200);
    expect(all.text).toContain('lathe');
    expect(all.text).toContain('DE02120300000000202051');
    expect(all.text).toContain('Kugel &amp; Sohn');
  });
});
