// What becomes of saved views: after other versions, of locked accounts, and of those who share many.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { DeleteView, LockPerson, SaveView } from '#domain/user/user-commands.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const document = (fields: string, states: string, listed: string) =>
  documentOf({
    1: 'key: shop\nname: Shop',
    2: `screens: { /cases: { list: Case, columns: [${listed}], filters: [${listed}, state] } }`,
    3: `entities: { Case: { fields: { ${fields} } } }`,
    4: `lifecycles: { Case: { states: { ${states} }, actions: { finish: { from: fresh, to: done } } } }`,
    6: 'roles: { staff: { title: Staff, everyone: true } }',
  }).replace('from: fresh', states.startsWith('fresh') ? 'from: fresh' : 'from: opened');

const FIRST = document(
  'cost: integer, place: text, name: text',
  'fresh: Fresh, done: Done',
  'cost, place, name',
);
const SECOND = document(
  'price: { type: integer, was: cost }, cost: integer, name: text',
  'opened: { title: Opened, was: fresh }, done: Done',
  'price, cost, name',
);

describe('given views of a list', () => {
  let app: ReadingApp;
  let [sam, sue, admin] = [] as unknown as [SignedInPerson, SignedInPerson, SignedInPerson];
  let now = '2026-05-01T08:00:00.000Z';

  beforeAll(async () => {
    app = await readingApp(() => now);
    await app.publish(FIRST);
    sam = await app.person('Sam', 'shop:staff');
    sue = await app.person('Sue', 'shop:staff');
    admin = await app.person('Ada', '-:admin', 'shop:staff');
  });
  afterAll(() => app.close());

  const context = (actor: string) => ({ actor, commandId: uuid() });
  async function save(by: SignedInPerson, name: string, query: string, shared = false): Promise<string> {
    const view = { view: uuid(), application: 'shop', screen: '/cases', name, query, shared };
    await app.send(new SaveView({ id: by.id, ...view, context: context(by.id) }));
    return view.view;
  }
  const page = async (by: SignedInPerson, path = '/shop/cases') =>
    parse((await app.get(by, path).expect(200)).text);
  const hrefOf = async (by: SignedInPerson, name: string) =>
    (await page(by))
      .querySelectorAll('.db-view')
      .find(({ text }) => text.startsWith(name))!
      .getAttribute('href')!
      .replaceAll('&amp;', '&');

  describe('when a later version renames a field and a state', () => {
    beforeAll(async () => {
      await save(sam, 'Dear', 'cost.from=5&state=fresh&sort=-cost&columns=cost&columns=name');
      await save(sam, 'Here', 'place=Berlin&name=x');
      await save(sam, 'Only here', 'place=Berlin');
      now = '2026-05-02T08:00:00.000Z';
      await app.publish(SECOND);
      now = '2026-05-03T08:00:00.000Z';
      await save(sam, 'Cheap', 'cost.from=1');
    });

    it('then the view filters by their names of today', async () => {
      expect(await hrefOf(sam, 'Dear')).toBe(
        '/shop/cases?price.from=5&state=opened&sort=-price&columns=price&columns=name',
      );
    });

    it('then one that was saved later keeps a field that has the former name now', async () => {
      expect(await hrefOf(sam, 'Cheap')).toBe('/shop/cases?cost.from=1');
    });

    it.each(['Here', 'Only here'])(
      'then %s says that a filter is gone, and can be saved anew',
      async (name) => {
        const html = await page(sam, await hrefOf(sam, name));
        expect(html.querySelector('.db-views [role=status]')!.text).toContain(
          `A filter of the view “${name}” no longer exists`,
        );
        expect(html.querySelector('.db-save-view [name=name]')!.getAttribute('value')).toBe(name);
        expect(html.querySelector('.db-save-view [name=query]')!.getAttribute('value')).not.toContain(
          'place',
        );
        expect(html.querySelectorAll('.db-view[aria-current]').map(({ text }) => text)).toEqual([name]);
        expect(html.querySelector('.db-views form[action$=delete]')).not.toBeNull();
      },
    );

    it('then the API carries the names over, and says where a filter is gone', async () => {
      const { body } = await app.get(sam, '/api/-/views?application=shop&screen=/cases').expect(200);
      const { items } = body as { items: { name: string; query: string; incomplete: boolean }[] };
      expect(items.find(({ name }) => name === 'Dear')).toMatchObject({ incomplete: false });
      expect(items.find(({ name }) => name === 'Here')).toMatchObject({ query: 'name=x', incomplete: true });
    });
  });

  it('when the account of who shared one is locked, then an admin deletes it, and nobody else does', async () => {
    const leaver = await app.person('Lea', 'shop:staff');
    const view = await save(leaver, 'Left behind', 'name=Lamp', true);
    const deletion = (by: SignedInPerson) => new DeleteView({ id: leaver.id, view, context: context(by.id) });
    await expect(app.send(deletion(admin))).rejects.toMatchObject({ reasons: [{ code: 'NOT_PERMITTED' }] });
    await app.send(new LockPerson({ id: leaver.id, reason: 'Has left.', context: context(admin.id) }));
    await expect(app.send(deletion(sam))).rejects.toMatchObject({ reasons: [{ code: 'NOT_PERMITTED' }] });
    expect((await page(sam)).querySelector(`form[action*="${view}"]`)).toBeNull();
    const form = (await page(admin)).querySelector(`form[action*="${view}"]`)!;
    const person = form.querySelector('[name=person]')!.getAttribute('value')!;
    await app
      .post(admin, form.getAttribute('action')!, { back: '/shop/cases', commandId: uuid(), person })
      .expect(303);
    await app.installation.projections.waitFor(await app.installation.log.head(), 5_000);
    expect((await page(sam)).querySelectorAll('.db-view').map(({ text }) => text)).not.toContain(
      'Left behind',
    );
  });

  it('when one person shares many, then those of others stand before the rest of them', async () => {
    for (const nth of [1, 2, 3, 4, 5, 6, 7]) await save(sue, `A ${nth}`, `name=${nth}`, true);
    await save(admin, 'Z of another', 'name=z', true);
    const html = await page(sam);
    const folded = html.querySelectorAll('#more-views .db-view').map(({ text }) => text.slice(0, 3));
    expect(folded).toEqual(['A 6', 'A 7']);
    expect(html.querySelector('#more-views summary')!.text).toBe('2 more views');
    expect(
      html
        .querySelectorAll('.db-views > .db-view-link')
        .map(({ text }) => text)
        .join(),
    ).toContain('Z of another');
  });
});
