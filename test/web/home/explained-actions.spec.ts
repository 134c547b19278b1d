import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { documentOf } from '#test/specification/documents.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop',
  3: `entities:
  Request:
    title: "{title}"
    fields: { title: { type: text, required: true } }`,
  4: `lifecycles:
  Request:
    states: { draft: Draft, waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      submit: { title: Submit, from: draft, to: waiting, by: [clerk], reason: optional }
      ask: { title: Send back, done: sent it back with a question, from: waiting, to: draft, by: [boss], reason: required }
      approve: { title: Approve, from: waiting, to: approved, by: [boss] }`,
  6: 'roles: { clerk: Clerk, boss: Boss }',
});

describe('given a request that was sent back with a question', () => {
  let shop: ReadingApp;
  let clerk: SignedInPerson;
  let boss: SignedInPerson;
  let id: string;

  beforeAll(async () => {
    shop = await readingApp();
    await shop.publish(DOCUMENT);
    clerk = await shop.person('Cleo', 'clerk');
    boss = await shop.person('Bea', 'boss');
    id = await shop.open(clerk, 'Request', { title: 'Chairs' });
    await shop.act(clerk, 'Request', id, 'submit');
    await shop.act(boss, 'Request', id, 'ask', { reason: 'Really 1,000 chairs?' });
  }, 60_000);
  afterAll(() => shop.close());

  const page = async (who: SignedInPerson, path = `/shop/requests/${id}`) =>
    parse((await shop.get(who, path)).text);
  const SENTENCE = 'Bea sent it back with a question: “Really 1,000 chairs?”';

  it('then who did it and why stands above the record, whatever part of its history is shown', async () => {
    expect((await page(clerk)).querySelector('.db-explained')?.textContent).toBe(SENTENCE);
    const comments = await page(clerk, `/shop/requests/${id}?only=comments`);
    expect(comments.querySelector('.db-explained')?.textContent).toBe(SENTENCE);
  });

  it('then it stands in the row on Home of the person for whom the request waits', async () => {
    const row = (await page(clerk, '/')).querySelector('.db-work-row');
    expect(row?.querySelector('.db-work-why')?.textContent).toBe(SENTENCE);
  });

  it('then a reason stands in no row on Home of the person who gave it', async () => {
    const both = await shop.person('Bob', 'clerk', 'boss');
    const other = await shop.open(both, 'Request', { title: 'Desks' });
    await shop.act(both, 'Request', other, 'submit', { reason: 'We grow.' });
    const reasons = async (who: SignedInPerson) =>
      (await page(who, '/')).querySelectorAll('.db-work-why').map((reason) => reason.textContent);
    expect(await reasons(boss)).toEqual(['Bob: Submit: “We grow.”']);
    expect(await reasons(both)).toEqual([SENTENCE]);
  });

  it('when a comment is added, then it stays, and with the next action it goes', async () => {
    await shop.comment(clerk, 'Request', id, 'No, 100.');
    expect((await page(clerk)).querySelector('.db-explained')?.textContent).toBe(SENTENCE);
    await shop.act(clerk, 'Request', id, 'submit');
    expect((await page(clerk)).querySelector('.db-explained')).toBeNull();
    const row = (await page(boss, '/'))
      .querySelectorAll('.db-work-row')
      .find((each) => each.innerHTML.includes(id));
    expect(row!.querySelector('.db-work-why')).toBeNull();
  });
});
