// A person gives a program a token, sees what it did, and takes the token back.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../views/browser.js';
import { startDaybook, type Daybook } from '../web/daybook.js';
import { journey, type Journey } from './journey.js';

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('a token for a program, %s', (_how, scripts) => {
  let daybook: Daybook;
  let browser: Browser;
  let clara: Journey;
  let url: string;

  beforeAll(async () => {
    [daybook, browser] = await Promise.all([startDaybook(), openBrowser()]);
    url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
    clara = await journey(browser, url, { scripts });
    await clara.become('Clara Clerk');
  }, 180_000);

  afterAll(async () => {
    await clara.end();
    await browser.close();
    await daybook.close();
  });

  it('is made, used, seen in use and in the history, and revoked', async () => {
    const { page } = clara;
    await page.goto('/-/account');
    await clara.follow('Make or revoke API tokens');
    await clara.sees('API tokens');
    await clara.press('Make a token');
    await clara.said('Enter the name of the program');
    await page.getByLabel('Name of the program').fill('Stock robot');
    await page.getByLabel('What it can do').selectOption({ label: 'Can read and write' });
    await page.getByLabel('Where').selectOption({ label: 'Orders' });
    await page.getByLabel('Expires').selectOption({ label: 'In 30 days' });
    await clara.press('Make a token');
    await clara.said('The token of “Stock robot”');
    await clara.sees('API tokens');
    const token = await page.getByRole('textbox', { name: 'The token of “Stock robot”' }).inputValue();

    const send = async (method: 'GET' | 'POST', body?: object) =>
      fetch(`${url}/api/orders/Order`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const opened = await send('POST', { fields: { title: 'Bolts' } });
    expect(opened.status).toBe(201);
    const { id } = (await opened.json()) as { readonly id: string };
    await daybook.settled();
    await page.goto(`/orders/orders/${id}`);
    await clara.said('the program “Stock robot” for Clara Clerk');

    await page.goto('/-/account/tokens');
    await clara.said(/Last used \d/);
    expect(await page.content()).not.toContain(token);
    await clara.press('Revoke the token of “Stock robot”');
    await clara.said('The token is revoked.');
    expect((await send('GET')).status).toBe(401);
  }, 180_000);
});
