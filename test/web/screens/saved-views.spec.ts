import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { ErasePerson, SaveView } from '#domain/user/user-commands.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';
import { SHOP_TEXT } from './shop.js';

let shop: ReadingApp;
let clerk: SignedInPerson;
let boss: SignedInPerson;
let other: SignedInPerson;

beforeAll(async () => {
  shop = await readingApp(() => '2026-11-20T10:00:00.000Z');
  await shop.publish(SHOP_TEXT);
  clerk = await shop.person('Cleo Clerk', 'clerk');
  boss = await shop.person('Bo Boss', 'boss');
  other = await shop.person('Ola Other', 'boss');
});

afterAll(() => shop.close());

const pageOf = async (by: SignedInPerson, path = '/shop/orders') =>
  parse((await shop.get(by, path).expect(200)).text);
const links = async (by: SignedInPerson, path?: string) =>
  (await pageOf(by, path))
    .querySelectorAll('.db-view')
    .map((link) => [link.text, link.getAttribute('href')!.replaceAll('&amp;', '&')]);
const save = async (by: SignedInPerson, name: string, query: string, more: Record<string, string> = {}) => {
  const form = { application: 'shop', screen: '/orders', name, query, ...more };
  const { headers } = await shop.post(by, '/-/views', form).expect(303);
  await shop.installation.projections.waitFor(await shop.installation.log.head(), 5_000);
  return headers['location'];
};

describe('a saved view', () => {
  it('is a link above the list for its owner alone, and leads back to what was saved', async () => {
    expect(await save(boss, 'Large', 'amount.from=100&columns=title&columns=amount')).toBe(
      '/shop/orders?amount.from=100.00&columns=title&columns=amount',
    );
    expect(await links(boss)).toEqual([
      ['All', '/shop/orders'],
      ['Large', '/shop/orders?amount.from=100.00&columns=title&columns=amount'],
    ]);
    expect(await links(other)).toEqual([]);
    expect(await links(boss, '/shop/mine')).toEqual([]);
  });

  it('is visible to everyone who may see the list once it is shared, without what they may not filter by', async () => {
    await save(boss, 'Secret ones', 'secret=tulip&state=placed&columns=title&columns=iban', {
      shared: 'yes',
    });
    const [, forClerk] = await links(clerk);
    expect(forClerk).toEqual(['Secret ones (shared)', '/shop/orders?state=placed&columns=title']);
    expect((await pageOf(clerk)).toString()).not.toContain('tulip');
    const { body } = await shop.get(clerk, '/api/-/views?application=shop&screen=/orders').expect(200);
    expect(body.items).toMatchObject([
      { name: 'Secret ones', own: false, query: 'state=placed&columns=title' },
    ]);
    expect((await links(other)).map(([name]) => name)).toEqual(['All', 'Secret ones (shared)']);
  });

  it('stands on the first page of its owner, while they may see the list', async () => {
    const onHome = async (by: SignedInPerson) =>
      (await pageOf(by, '/'))
        .querySelectorAll('.db-view-link')
        .map((link) => [link.text, link.getAttribute('href')]);
    const former = await shop.person('Fay Former', 'clerk');
    await save(former, 'Drafts', 'state=draft', { screen: '/desk' });
    expect(await onHome(former)).toEqual([['DraftsDesk · The shop', '/shop/desk?state=draft']]);
    expect((await onHome(clerk)).flat()).not.toContain('/shop/desk?state=draft');
    expect(await onHome({ ...former, roles: {} })).toEqual([]);
  });

  it('is refused without a name, and of a list that the person may not see or that does not exist', async () => {
    const form = { application: 'shop', screen: '/orders', query: '' };
    const blank = await shop.post(boss, '/-/views', { ...form, name: ' ' });
    expect(blank.text).toContain('Enter a name for the view');
    for (const screen of ['/desk', '/nothing'])
      await shop.post(other, '/-/views', { ...form, screen, name: 'x' }).expect(404);
    await shop.get(other, '/api/-/views?application=shop&screen=/desk').expect(404);
  });

  it('is deleted by its owner and by nobody else', async () => {
    await save(other, 'Short-lived', 'state=draft');
    const page = await pageOf(other, '/shop/orders?state=draft');
    const action = page.querySelector('.db-views form[action$=delete]')!.getAttribute('action')!;
    await shop.post(boss, action, { back: '/shop/orders' }).expect(404);
    await shop.post(other, action, { back: '/shop/orders' }).expect(303);
    await shop.installation.projections.waitFor(await shop.installation.log.head(), 5_000);
    expect((await links(other)).map(([name]) => name)).not.toContain('Short-lived');
  });

  it('is saved once and deleted once, however often its form is sent', async () => {
    const path = '/shop/orders?state=placed&columns=amount';
    const sendTwice = async (selector: string, typed: Readonly<Record<string, string>>) => {
      const form = (await pageOf(boss, path)).querySelector(selector)!;
      const hidden = form
        .querySelectorAll('input[type=hidden]')
        .map(({ attributes: { name, value } }) => [name, value]);
      const sent = { ...(Object.fromEntries(hidden) as Record<string, string>), ...typed };
      for (const _ of ['first', 'again'])
        await shop.post(boss, form.getAttribute('action')!, sent).expect(303);
      await shop.installation.projections.waitFor(await shop.installation.log.head(), 5_000);
      return (await links(boss, path)).filter(([name]) => name === 'Twice').length;
    };
    expect(await sendTwice('.db-save-view', { name: 'Twice' })).toBe(1);
    expect(await sendTwice('form[action$=delete]', {})).toBe(0);
  });

  it('stands in the order of saving among others of its name', async () => {
    const states = ['placed', 'draft', 'placed&columns=title'];
    for (const state of states) await save(other, 'Same', `state=${state}`);
    const same = (await links(other)).filter(([name]) => name === 'Same').map(([, href]) => href);
    expect(same).toEqual(states.map((state) => `/shop/orders?state=${state}`));
  });

  it('is shown however many people have shared theirs', async () => {
    const sharers = [await shop.person('Sam Sharer', 'boss'), await shop.person('Sue Sharer', 'boss')];
    const names = sharers.flatMap(({ name }) => Array.from({ length: 55 }, (_, nth) => `${name} ${nth}`));
    await Promise.all(
      names.map((name) => {
        const { id } = sharers.find((sharer) => name.startsWith(sharer.name))!;
        const view = { view: uuid(), application: 'shop', screen: '/desk', name, query: '', shared: true };
        return shop.send(new SaveView({ id, ...view, context: { actor: id, commandId: uuid() } }));
      }),
    );
    const { body } = await shop.get(clerk, '/api/-/views?application=shop&screen=/desk').expect(200);
    expect((body.items as { name: string }[]).map(({ name }) => name).sort()).toEqual(names.toSorted());
  });

  it('is gone with its owner, whose key it was sealed with', async () => {
    await save(other, 'About Ada', 'title=Ada', { shared: 'yes' });
    expect((await links(boss)).map(([name]) => name)).toContain('About Ada (shared)');
    const context = { actor: 'system', commandId: 'erase-1' };
    await shop.send(new ErasePerson({ id: other.id, reason: 'asked for', context }));
    expect((await links(boss)).map(([name]) => name)).not.toContain('About Ada (shared)');
  });
});
