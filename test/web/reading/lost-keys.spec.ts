// A lost key makes only what it sealed unreadable.
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordRef } from '#domain/stream-names.js';
import { describeEngine } from '#configuration/engine-address.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { APPLICATION, readingApp, type ReadingApp } from './reading-app.js';
import { SHOP_WITH_PASSPORTS } from '../screens/shop.js';

const MISSING = 'cannot be read: its key is missing';

let shop: ReadingApp;
let clerk: SignedInPerson;
let boss: SignedInPerson;
let auditor: SignedInPerson;
let lost: string;
let kept: string;

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(SHOP_WITH_PASSPORTS);
  clerk = await shop.person('Cleo', 'clerk');
  boss = await shop.person('Bo', 'boss');
  auditor = await shop.person('Audrey', '-:auditor');
  [lost, kept] = [
    await shop.open(boss, 'Order', { title: 'One', passport: 'C01X00T47' }),
    await shop.open(boss, 'Order', { title: 'Two', passport: 'P99Z11Q22' }),
  ];
  for (const id of [lost, kept]) await shop.act(clerk, 'Order', id, 'place');
});

afterAll(() => shop.close());

const pages = () => [
  '/shop/orders',
  '/shop/orders.csv',
  '/shop/orders?q=One',
  '/shop/orders/board',
  `/shop/orders/${lost}`,
  `/shop/orders/${kept}`,
  '/shop/desk',
];

/** When the page was made, from which on it is told of new records. */
const SINCE = /\bsince=[\w%.-]+/g;
/** Relative times, as of the answer. */
const AGES = /(<time [^>]*>)[^<]*(?=<\/time>)/g;

/** Without what is new in each answer. */
async function answers(by: SignedInPerson, paths: readonly string[]): Promise<readonly string[]> {
  const all: string[] = [];
  for (const path of paths) {
    const { status, text } = await shop.get(by, path);
    const lasting = text
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
      .replace(AGES, '$1')
      .replace(SINCE, '');
    all.push(`${path} ${status} ${lasting}`);
  }
  return all;
}

function lose(person: string): void {
  const file = new DatabaseSync(describeEngine(shop.installation.configuration.keys));
  const { changes } = file.prepare('DELETE FROM person_key WHERE person = ?').run(person);
  file.close();
  expect(Number(changes)).toBe(1);
}

describe('given two records with personal data of their own, and the key of one is lost', () => {
  it('when somebody looks who may not see the field, then nothing has changed', async () => {
    const looks = async () => [
      ...(await answers(clerk, pages())),
      ...(await answers(auditor, [...pages(), '/-/timeline', '/-/timeline?q=Two'])),
    ];
    const before = await looks();
    expect(before.filter((answer) => / 200 /.test(answer)).length).toBeGreaterThan(10);
    lose(RecordRef.of({ application: APPLICATION, entity: 'Order', id: lost }).name);
    expect(await looks()).toEqual(before);
  });

  it('when somebody looks who may see it, then it cannot be read, and the other one can', async () => {
    for (const path of ['/shop/orders', '/shop/orders.csv']) {
      const { text } = await shop.get(boss, path).expect(200);
      expect(text).toContain(MISSING);
      expect(text).toContain('P99Z11Q22');
      expect(text).not.toContain('C01X00T47');
    }
    expect((await shop.get(boss, `/shop/orders/${lost}`).expect(200)).text).toContain(MISSING);
    expect((await shop.get(boss, `/shop/orders/${kept}`).expect(200)).text).toContain('P99Z11Q22');
  });

  it('when the timeline is looked at by who may see it, then it says so of this value alone', async () => {
    const both = { ...boss, auditor: true };
    const { text } = await shop.get(both, '/-/timeline').expect(200);
    expect(text).toContain(MISSING);
    expect(text).toContain('P99Z11Q22');
  });

  it('when it was met, then health, status page and log are told', () => {
    const told = shop.installation.healthIssues.all();
    expect(told.map(({ publicMessage, severity }) => [publicMessage, severity])).toEqual([
      ['keys of personal data are missing', 'error'],
    ]);
    expect(told[0]!.adminMessage).toContain(lost);
  });
});

describe('given a person whose key is lost', () => {
  it('when they are named, then it is said that the name cannot be read, and not that they were erased', async () => {
    lose(clerk.id);
    const { text } = await shop.get({ ...boss, admin: true }, '/-/people').expect(200);
    expect(text).toContain('somebody whose name cannot be read');
    expect(text).toContain('Bo');
    expect(text).not.toContain('erased');
  });
});
