// Behind a proxy that serves other programs, too: nothing is asked for outside of Daybook's path.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../views/browser.js';
import { serveExamples, type Served } from './served.js';

const BELOW = '/intra/daybook';

describe('given Daybook below a path of a site', () => {
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    const environment = { DAYBOOK_URL: `http://localhost${BELOW}` };
    [served, browser] = await Promise.all([serveExamples(environment), openBrowser()]);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await served.close();
  });

  async function signIn(page: Page, name: RegExp): Promise<void> {
    await page.goto(`${served.url}${BELOW}/-/sign-in`);
    await page.getByRole('button', { name }).first().click();
    await page.waitForURL((at) => !at.pathname.includes('/-/sign-in'));
  }

  it('when a person searches, edits, acts and signs out, then every request stays below it', async () => {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    const outside: string[] = [];
    page.on('request', (sent) => {
      const { origin, pathname } = new URL(sent.url());
      if (origin === served.url && !pathname.startsWith(`${BELOW}/`)) outside.push(pathname);
    });
    await signIn(page, /Jonas Weber/);

    await page.goto(`${served.url}${BELOW}/`);
    await page.keyboard.press('/');
    await page.keyboard.type('new request');
    await page
      .getByRole('option', { name: /New request/i })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /New/ }).waitFor();
    await page.locator('[name=title]').fill('Pens below a path');
    await page.locator('[name=department]').selectOption({ index: 1 });
    await page.locator('main form button[type=submit]').last().click();
    await page.locator('.db-errors, .db-notice').first().waitFor();

    await page.goto(`${served.url}${BELOW}/purchasing/requests`);
    await page.locator('summary', { hasText: /^State$/ }).click();
    await page.getByRole('checkbox', { name: 'Paid' }).click();
    await page.waitForURL(/state=paid/);
    await page.locator('tbody a').first().click();
    await page.waitForURL(/requests\/[0-9a-f-]{36}/);
    await page.getByRole('link', { name: 'How this works' }).first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();

    await page.goto(`${served.url}${BELOW}/`);
    await page.getByRole('button', { name: /Jonas Weber/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/sign-in/);
    expect(outside).toEqual([]);
    expect(new URL(page.url()).pathname).toBe(`${BELOW}/-/sign-in`);
    await context.close();
  }, 120_000);
});
