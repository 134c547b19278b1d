import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErasePerson } from '#domain/user/user-commands.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { parse } from 'node-html-parser';
import { documentOf } from '#test/specification/documents.js';
import { system } from '../daybook.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop\nname: Grants',
  3: `entities:
  Grant:
    fields: { title: { type: text, required: true }, amount: integer, judge: user, secretJudge: user }`,
  4: `lifecycles:
  Grant:
    states: { draft: Draft, waiting: Waiting, granted: { title: Granted, final: true } }
    actions:
      submit: { from: draft, to: waiting, guard: record.openedBy == user.id }
      grant: { from: waiting, to: granted, by: [boss], done: granted }`,
  6: `roles: { staff: { title: Staff, everyone: true }, boss: Boss }
permissions:
  Grant:
    open: [staff]
    read: { boss: true, staff: record.openedBy == user.id || record.judge == user.id || record.secretJudge == user.id }
    comment: [staff]
    fields: { secretJudge: { read: [boss], edit: [staff] } }`,
});

let shop: ReadingApp;
let [bea, ann, ida, ivo] = [] as unknown as SignedInPerson[];
let now = '2026-11-01T10:00:00.000Z';
const ids: Record<string, string> = {};

interface Changes {
  readonly items: readonly {
    readonly id: string;
    readonly title: string;
    readonly change: { readonly type: string; readonly action: string | null; readonly by: string };
  }[];
  readonly upTo: number;
}

const changesFor = async (who: SignedInPerson): Promise<Changes> =>
  (await shop.get(who, '/api/-/changes')).body as Changes;
const titlesFor = async (who: SignedInPerson) => (await changesFor(who)).items.map(({ title }) => title);
const unreadFor = async (who: SignedInPerson) =>
  parse((await shop.get(who, '/shop/specification')).text).querySelector('.db-bell .db-tab-count')
    ?.textContent;
const home = async (who: SignedInPerson) => parse((await shop.get(who, '/')).text);

beforeAll(async () => {
  shop = await readingApp(() => now);
  await shop.publish(DOCUMENT);
  [bea, ann, ida, ivo] = [
    await shop.person('Bea', 'boss'),
    await shop.person('Ann'),
    await shop.person('Ida'),
    await shop.person('Ivo'),
  ];
  ids['Old'] = await shop.open(ann!, 'Grant', { title: 'Old' });
  await shop.comment(bea!, 'Grant', ids['Old'], 'Long ago');
  now = '2026-11-26T08:00:00.000Z';
  ids['Loom'] = await shop.open(ann!, 'Grant', { title: 'Loom', judge: ida!.id, secretJudge: ivo!.id });
  ids['Kiln'] = await shop.open(ann!, 'Grant', { title: 'Kiln' });
  await shop.act(ann!, 'Grant', ids['Loom'], 'submit');
  await shop.comment(bea!, 'Grant', ids['Kiln'], 'What for?');
  await shop.act(bea!, 'Grant', ids['Loom'], 'grant');
  now = '2026-11-26T10:00:00.000Z';
});
afterAll(() => shop.close());

describe('given records that others have changed', () => {
  it('then who opened them learns of the last change of each, the latest first, and of nothing old', async () => {
    const { items } = await changesFor(ann!);
    expect(items.map(({ title, change }) => [title, change.type, change.by])).toEqual([
      ['Loom', 'record.action-taken', bea!.id],
      ['Kiln', 'record.commented', bea!.id],
    ]);
  });

  it('then the person that a visible field names learns of it, and who is named in a hidden one does not', async () => {
    expect(await titlesFor(ida!)).toEqual(['Loom']);
    expect(await titlesFor(ivo!)).toEqual([]);
  });

  it('then who has commented takes part, and nobody learns of what came before they did something themselves', async () => {
    expect(await titlesFor(bea!)).toEqual([]);
    await shop.comment(ann!, 'Grant', ids['Kiln']!, 'For clay');
    expect(await titlesFor(bea!)).toEqual(['Kiln']);
    expect(await titlesFor(ann!)).toEqual(['Loom']);
  });

  it('then every page has their number beside the way to the notices, as far as the person may read them', async () => {
    expect(await unreadFor(ann!)).toBe('1 unread');
    expect(await unreadFor(bea!)).toBe('1 unread');
    expect(await unreadFor(ivo!)).toBeUndefined();
  });

  it('then Home says who did what, how long ago', async () => {
    const rows = (await home(ann!)).querySelectorAll('.db-change-row');
    expect(rows.map((row) => row.textContent.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^Loom.*Bea granted it · 2 hours ago$/),
    ]);
  });

  it('then the record’s history says what was done in the past tense, where the document does', async () => {
    const page = parse((await shop.get(ann!, `/shop/grants/${ids['Loom']!}`)).text);
    const sentences = page.querySelectorAll('.db-sentence').map((each) => each.textContent);
    expect(sentences).toContainEqual(expect.stringMatching(/Bea granted it Waiting/));
    expect(sentences).toContainEqual(expect.stringMatching(/Ann: Submit Draft/));
  });

  it('when everything is marked as read, then only later changes are left, for this person alone', async () => {
    const { upTo } = await changesFor(ann!);
    const form = (await home(ann!)).querySelector('form[action="/-/changes/read"]')!;
    expect(form.querySelector('input[name=upTo]')!.getAttribute('value')).toBe(String(upTo));
    const answer = await shop.post(ann!, '/-/changes/read', {
      upTo: String(upTo),
      next: '/shop/-/waiting',
    });
    expect([answer.status, answer.headers['location']]).toEqual([303, '/shop/-/waiting']);
    expect(await titlesFor(ann!)).toEqual([]);
    expect((await home(ann!)).querySelector('.db-change-row')).toBeNull();
    expect(await unreadFor(ann!)).toBeUndefined();
    expect(await titlesFor(ida!)).toEqual(['Loom']);
    await shop.comment(bea!, 'Grant', ids['Kiln']!, 'Fine');
    expect(await titlesFor(ann!)).toEqual(['Kiln']);
  });

  it('when a later position is sent than the log has, then what happens next is news all the same', async () => {
    const answer = await shop.post(ida!, '/-/changes/read', { upTo: '999999999', next: '//evil.example' });
    expect(answer.headers['location']).toBe('/');
    expect(await titlesFor(ida!)).toEqual([]);
    await shop.comment(ann!, 'Grant', ids['Loom']!, 'Thanks');
    expect(await titlesFor(ida!)).toEqual(['Loom']);
  });

  it('when the person is erased, then what they have read is forgotten', async () => {
    const { readModels } = shop.installation;
    expect(await readModels.readUpTo(ida!.id)).toBeGreaterThan(0);
    const admin = await shop.person('Ada', '-:admin');
    const context = { ...system(), actor: admin.id };
    await shop.send(new ErasePerson({ id: ida!.id, reason: 'She asked for it.', context }));
    for (let tries = 0; tries < 200 && (await readModels.readUpTo(ida!.id)) !== undefined; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await readModels.readUpTo(ida!.id)).toBeUndefined();
  });

  it('when two hundred later changes are of another record, then who is named without having acted still learns of it', async () => {
    const zoe = await shop.person('Zoe');
    await shop.open(ann!, 'Grant', { title: 'Vase', judge: zoe.id });
    for (let each = 0; each < 201; each++) await shop.comment(bea!, 'Grant', ids['Old']!, `Note ${each}`);
    expect(await titlesFor(zoe)).toEqual(['Vase']);
  });

  it('when two hundred changes are too old to be news, then there is nothing unread, and no more to be found', async () => {
    now = '2026-12-20T10:00:00.000Z';
    const { body } = await shop.get(ann!, '/api/-/changes');
    expect(body).toMatchObject({ items: [], more: false });
    expect(await unreadFor(ann!)).toBeUndefined();
  });
});
