import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { decoded } from '../daybook.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const document = (cost: string) =>
  documentOf({
    1: 'name: Shop\nkey: shop',
    3: `entities: { Case: { title: "{name}", fields: { name: text, ${cost}, secret: text } } }`,
    4: 'lifecycles: { Case: { states: { fresh: Fresh, done: { title: Done } }, actions: { finish: { from: fresh, to: done, ask: [name] } } } }',
    6: `roles: { staff: { title: Staff, everyone: true }, boss: { title: Boss } }
permissions: { Case: { fields: { secret: { read: [boss] } } } }`,
  });

let daybook: ReadingApp;
let staff: SignedInPerson;
let boss: SignedInPerson;
let id = '';

const page = async (who: SignedInPerson, query: string) =>
  parse((await daybook.get(who, `/shop/cases/${id}${query}`).expect(200)).text);
const historyOf = async (who: SignedInPerson, field: string) =>
  (await page(who, `?of=${field}`)).querySelectorAll('.db-timeline-item').map((item) => [
    item.querySelector('.db-who')!.textContent,
    item
      .querySelectorAll('.db-changes ins')
      .map((value) => decoded(value.textContent))
      .join(),
  ]);

beforeAll(async () => {
  daybook = await readingApp();
  await daybook.publish(document('cost: { type: integer }'));
  [staff, boss] = [await daybook.person('Sam'), await daybook.person('Bea', 'boss')];
  id = await daybook.open(staff, 'Case', { name: 'Chairs', cost: '10' });
  await daybook.change(staff, 'Case', id, { cost: '20' });
  await daybook.change(boss, 'Case', id, { secret: 'hush' });
  await daybook.publish(document('price: { type: integer, was: cost }'));
  await daybook.change(boss, 'Case', id, { price: '30' });
  await daybook.act(boss, 'Case', id, 'finish', { input: { name: 'Tables' } });
  await daybook.comment(staff, 'Case', id, 'Thanks');
});
afterAll(() => daybook.close());

describe('the history of a field', () => {
  it('is linked from each field that its reader may see', async () => {
    const fields = async (who: SignedInPerson) =>
      (await page(who, '')).querySelectorAll('.db-field-history').map((link) => link.getAttribute('href'));
    const of = (field: string) => `/shop/cases/${id}?of=${field}#history`;
    expect(await fields(staff)).toEqual([of('name'), of('price')]);
    expect(await fields(boss)).toEqual([of('name'), of('price'), of('secret')]);
  });

  it('begins with who set its present value, and has earlier names of the field', async () => {
    const history = await historyOf(staff, 'price');
    expect(history.map(([who]) => who)).toEqual(['Bea', 'Sam', 'Sam']);
    expect(history[0]![1]).toBe('30');
    expect(history[1]![1]).toBe('20');
  });

  it('has the action that changed it', async () => {
    const [latest, first] = await historyOf(staff, 'name');
    expect(latest).toEqual(['Bea', 'Tables']);
    expect(first![0]).toBe('Sam');
  });

  it('says which field it is of, and leads back to everything', async () => {
    const tabs = (await page(staff, '?of=name')).querySelectorAll('.db-history-tabs a');
    const [current] = tabs.filter((tab) => tab.getAttribute('aria-current') === 'true');
    expect(current!.textContent).toBe('Name only');
    expect(tabs[0]!.getAttribute('href')).toBe(`/shop/cases/${id}#history`);
  });

  it('is the same as that of no field, for a field that may not be seen', async () => {
    const whole = await historyOf(staff, '');
    expect(await historyOf(staff, 'secret')).toEqual(whole);
    expect(await historyOf(staff, 'nothing')).toEqual(whole);
    expect(await historyOf(boss, 'secret')).toEqual([['Bea', 'hush']]);
  });
});
