// An open page says what others did meanwhile, changes nothing by itself, and leads to the new state.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { ChangeRecord, CommentRecord, OpenRecord } from '#domain/record/record-commands.js';
import { openBrowser } from '../views/browser.js';
import { PEOPLE, startDaybook, type Daybook } from '../web/daybook.js';
import { journey, type Journey } from './journey.js';

describe('given a page that somebody looks at', () => {
  let daybook: Daybook;
  let browser: Browser;
  let url: string;
  const about = { application: 'orders', entity: 'Order', id: uuid() };
  const context = () => ({ actor: PEOPLE.second.id, commandId: uuid() });

  beforeAll(async () => {
    [daybook, browser] = await Promise.all([startDaybook(), openBrowser()]);
    await daybook.send(new OpenRecord({ ...about, input: { title: 'Paper' }, context: context() }));
    await daybook.settled();
    url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await daybook.close();
  });

  /** Once the page listens. */
  async function open(name: string, path: string): Promise<Journey> {
    const at = await journey(browser, url, { scripts: true });
    at.page.setDefaultTimeout(15_000);
    await at.become(name);
    const listening = at.page.waitForResponse((response) => /\/live(\?|$)/.test(response.url()));
    await at.page.goto(path);
    await listening;
    return at;
  }

  it('when something happens that the filter of the timeline finds, then it is announced, and a link shows it', async () => {
    const at = await open('Ada Admin', '/-/timeline?type=comments');
    const { page } = at;
    const items = page.locator('.db-timeline-item');
    expect(await items.count()).toBe(0);
    await daybook.send(new CommentRecord({ ...about, text: 'White paper, please', context: context() }));
    await at.said('1 new event');
    expect(await items.count()).toBe(0);
    await at.sees('Audit timeline');
    await page.locator('.db-live').getByRole('link', { name: 'Show' }).click();
    await items.first().waitFor();
    expect(await items.first().innerText()).toContain('White paper, please');
    expect(new URL(page.url()).search).toBe('?type=comments');
    expect(await page.locator('.db-live').count()).toBe(0);
    await at.end();
  }, 120_000);

  it('when a record comes to a list, then it is announced, and again for what another filter finds', async () => {
    const at = await open('Clara Clerk', '/orders/orders');
    const { page } = at;
    const add = (title: string) =>
      daybook.send(new OpenRecord({ ...about, id: uuid(), input: { title }, context: context() }));
    await add('Pens');
    await at.said('1 new record on this list');
    expect(await page.locator('main').innerText()).not.toContain('Pens');
    await page.locator('.db-live').getByRole('link', { name: 'Show' }).click();
    await page.getByRole('cell', { name: 'Pens', exact: true }).waitFor();
    const listening = page.waitForResponse((response) => response.url().includes('q%3DInk'));
    await page.locator('main').getByRole('searchbox').fill('Ink');
    await listening;
    expect(await page.locator('.db-live').count()).toBe(0);
    await add('Glue');
    await add('Ink');
    await at.said('1 new record on this list');
    await at.end();
  }, 120_000);

  it('when somebody else changes the record, then that is announced, what was typed stays, and a link shows the change', async () => {
    const at = await open('Clara Clerk', `/orders/orders/${about.id}`);
    const { page } = at;
    const comment = page.getByLabel('Comment');
    await comment.fill('Typed meanwhile');
    const input = { title: 'Pens' };
    await daybook.send(new ChangeRecord({ ...about, input, baseVersion: 2, context: context() }));
    await at.said('This was changed just now.');
    await at.sees('Paper');
    expect(await comment.inputValue()).toBe('Typed meanwhile');
    await page.locator('.db-live').getByRole('link', { name: 'Show the changes' }).click();
    await at.sees('Pens');
    await at.end();
  }, 120_000);
});
