import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { CommentRecord } from '../../src/domain/record/record-commands.js';
import { ErasePerson } from '../../src/domain/user/user-commands.js';
import type { SignedIn } from '../../src/identity/signed-in.js';
import { facetsOf } from '../../src/query-handling/records/facets.js';
import { readingApp, type ReadingApp } from '../web/reading/reading-app.js';
import { SHOP_TEXT } from '../web/reading/shop.js';

const context = { actor: 'system', commandId: uuid() };
let shop: ReadingApp;
let ada: SignedIn;
let boss: SignedIn;
let first: string;

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(SHOP_TEXT);
  ada = await shop.person('Ada', 'clerk');
  boss = await shop.person('Bo', 'boss');
  first = await shop.open(ada, 'Order', { title: 'One' });
  await shop.open(boss, 'Order', { title: 'Two' });
});

afterAll(() => shop.close());

describe('the look-ups of commands', () => {
  it('know people with their roles', async () => {
    const { lookups } = shop.installation;
    expect(await lookups.person(ada.id)).toEqual({
      id: ada.id,
      name: 'Ada',
      roles: { shop: ['clerk'] },
      erased: false,
    });
    expect(await lookups.person(uuid())).toBeUndefined();
    expect(await lookups.existingPeople([ada.id, 'nobody', ada.id])).toEqual(new Set([ada.id]));
  });

  it('know which records there are', async () => {
    const { lookups } = shop.installation;
    expect(await lookups.existingRecords('shop', 'Order', [first, uuid()])).toEqual(new Set([first]));
    expect(await lookups.existingRecords('shop', 'Customer', [first])).toEqual(new Set());
    expect(await lookups.existingRecords('nothing', 'Order', [])).toEqual(new Set());
  });
});

describe('published specifications', () => {
  it('are checked once, and known anew as soon as there is a next version', async () => {
    const { specifications } = shop.installation;
    const current = await specifications.current('shop');
    expect(await specifications.current('shop')).toBe(current);
    expect(await specifications.at('shop', 1)).toBe(current);
    expect(await specifications.at('shop', 2)).toBeUndefined();
    expect(await specifications.current('nothing')).toBeUndefined();
    await shop.publish(SHOP_TEXT.replace('name: The shop', 'name: The new shop'));
    const next = await specifications.current('shop');
    expect([next?.version, next?.specification.name]).toEqual([2, 'The new shop']);
    expect((await specifications.all()).map(({ version }) => version)).toEqual([2]);
    expect((await specifications.at('shop', 1))?.specification.name).toBe('The shop');
    expect((await specifications.document('shop'))?.versions).toHaveLength(2);
  });
});

describe('names of people', () => {
  it('are remembered until their person is written again', async () => {
    const { names } = shop.sources;
    const eve = await shop.person('Eve');
    expect((await names.of([eve.id, uuid(), 'system'])).get(eve.id)).toBe('Eve');
    expect((await names.listed()).map(({ name }) => name)).toEqual(['Ada', 'Bo', 'Eve']);
    await shop.send(new ErasePerson({ id: eve.id, reason: 'She asked for it.', context }));
    expect((await names.of([eve.id])).get(eve.id)).toEqual({ erased: true });
    expect((await names.listed()).map(({ name }) => name)).toEqual(['Ada', 'Bo']);
  });

  it('that are erased say so on every page', async () => {
    const fay = await shop.person('Fay Unforgettable');
    const id = await shop.open(fay, 'Order', { title: 'Three', iban: 'DE02120300000000202051' });
    await shop.send(
      new CommentRecord({
        application: 'shop',
        entity: 'Order',
        id,
        text: 'Hi',
        context: { ...context, actor: fay.id, commandId: uuid() },
      }),
    );
    await shop.send(
      new ErasePerson({
        id: fay.id,
        reason: 'She asked for it.',
        context: { ...context, commandId: uuid() },
      }),
    );
    const admin = { ...boss, admin: true, auditor: true };
    for (const path of [
      `/shop/orders/${id}`,
      '/shop/orders',
      '/shop/orders.csv',
      '/-/timeline',
      '/-/people',
      `/-/people/${fay.id}`,
    ]) {
      const { text } = await shop.get(admin, path).expect(200);
      expect(text).toContain('erased');
      expect(text).not.toMatch(/Unforgettable|DE0212/);
    }
  });
});

describe('what occurs in a column', () => {
  it('is what the viewer may read', async () => {
    const published = (await shop.sources.specifications.current('shop'))!;
    const entity = published.specification.entities['Order']!;
    const values = async (viewer: SignedIn) => {
      const facets = await facetsOf(shop.sources, { published, entity, viewer }, [
        'requestedBy',
        'customer',
        'title',
      ]);
      return facets.get('requestedBy')?.values.map(({ value }) => value);
    };
    expect(await values({ ...ada, roles: {} })).toEqual([ada.id]);
    expect(await values(boss)).toEqual(expect.arrayContaining([ada.id, boss.id]));
  });
});
