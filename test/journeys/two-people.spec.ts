import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { openBrowser } from '../views/browser.js';
import { PEOPLE, startDaybook, type Daybook } from '../web/daybook.js';
import { journey, type Journey } from './journey.js';

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('two people on one record, %s', (_how, scripts) => {
  let daybook: Daybook;
  let browser: Browser;
  let clara: Journey;
  let carl: Journey;
  let path: string;

  beforeAll(async () => {
    [daybook, browser] = await Promise.all([startDaybook(), openBrowser()]);
    const url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
    const one = () => journey(browser, url, { scripts });
    [clara, carl] = await Promise.all([one(), one()]);
    await clara.become('Clara Clerk');
    await carl.become('Carl Clerk');
    const id = uuid();
    const on = { application: 'orders', entity: 'Order', id };
    const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
    await daybook.send(new OpenRecord({ ...on, input: { title: 'Paper', notes: 'white' }, context }));
    await daybook.settled();
    path = `/orders/orders/${id}`;
  }, 180_000);

  afterAll(async () => {
    await browser.close();
    await daybook.close();
  });

  it('see each other’s changes of different fields merged', async () => {
    for (const person of [clara, carl]) await person.page.goto(`${path}/edit`);
    await carl.page.getByLabel('Notes').fill('recycled');
    await carl.press('Save');
    await carl.said('Saved.');
    await clara.page.getByLabel('Title').fill('Paper for everybody');
    await clara.press('Save');
    await clara.sees('Paper for everybody');
    await clara.said('recycled');
  }, 180_000);

  it('see both values where they changed the same field, and choose', async () => {
    for (const person of [clara, carl]) await person.page.goto(`${path}/edit`);
    await carl.page.getByLabel('Title').fill('Paper of Carl');
    await carl.press('Save');
    await carl.sees('Paper of Carl');
    await clara.page.getByLabel('Title').fill('Paper of Clara');
    await clara.page.getByLabel('Needed by').fill('2026-12-24');
    await clara.press('Save');
    await clara.sees(/^Change /);
    await clara.said('Not saved: the same field was changed meanwhile');
    await clara.press('Save');
    await clara.sees(/^Change /);
    await clara.page.getByRole('radio', { name: /Carl Clerk/ }).check();
    await clara.press('Save');
    await clara.sees('Paper of Carl');
    const { events } = await daybook.installation.store.read(`orders.Order-${path.split('/').at(-1)}`);
    expect(events.at(-1)!.data).toEqual({ changes: { neededBy: { from: null, to: '2026-12-24' } } });
  }, 180_000);
});
