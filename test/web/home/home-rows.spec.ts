import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop\nname: Firm',
  3: 'entities: { Grant: { title: "{title}", fields: { title: text } } }',
  4: `lifecycles:
  Grant:
    states: { draft: Draft, waiting: Waiting, granted: { title: Granted, final: true } }
    actions: { submit: { from: draft, to: waiting, by: [staff] }, grant: { from: waiting, to: granted, by: [boss] } }`,
  6: `roles: { staff: Staff, boss: Boss }
permissions: { Grant: { read: [staff, boss], open: [staff], comment: [boss] } }`,
});

describe('given a person with seven requests that wait for others', () => {
  let app: ReadingApp;
  let [staff, boss] = [] as unknown as [SignedInPerson, SignedInPerson];

  beforeAll(async () => {
    let now = Date.parse('2026-11-26T10:00:00.000Z');
    app = await readingApp(() => new Date((now += 1_000)).toISOString());
    await app.publish(DOCUMENT);
    staff = await app.person('Sam', 'shop:staff');
    boss = await app.person('Bea', 'shop:boss');
    const ids: string[] = [];
    for (let index = 1; index <= 7; index += 1)
      ids.push(await app.open(staff, 'Grant', { title: `Grant ${index}` }));
    // The one opened first is submitted last.
    for (const id of ids.toReversed()) await app.act(staff, 'Grant', id, 'submit');
    for (const id of ids) await app.comment(boss, 'Grant', id, 'What for?');
  });
  afterAll(() => app.close());

  async function part(path: string, id: string) {
    const section = parse((await app.get(staff, path).expect(200)).text).querySelector(
      `section[aria-labelledby="${id}"]`,
    )!;
    const [link] = section.querySelectorAll('.form-hint a');
    return {
      titles: section.querySelectorAll('.db-row-link').map((each) => each.textContent),
      hint: section.querySelector('.form-hint')?.textContent,
      href: link?.getAttribute('href'),
    };
  }

  it('then the one that was submitted last comes first, and all of them are a link away', async () => {
    const { titles, hint, href } = await part('/', 'with-others');
    expect(titles).toEqual(['Grant 1', 'Grant 2', 'Grant 3', 'Grant 4', 'Grant 5']);
    expect([hint, href]).toEqual(['5 of 7 · Show all', '/?all=others#with-others']);
    const all = await part('/?all=others', 'with-others');
    expect([all.titles.length, all.hint]).toEqual([7, undefined]);
  });

  it('then all changes are a link away, within the application that was chosen', async () => {
    const { titles, hint, href } = await part('/shop/-/waiting', 'changes');
    expect(titles).toHaveLength(5);
    expect([hint, href]).toEqual(['5 of 7 · Show all', '/shop/-/waiting?all=changes#changes']);
    expect((await part('/shop/-/waiting?all=changes', 'changes')).titles).toHaveLength(7);
  });
});
