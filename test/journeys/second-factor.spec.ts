import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { RegisterUser } from '#domain/user/user-commands.js';
import { openBrowser } from '../views/browser.js';
import { startDaybook, system, type Daybook } from '../web/daybook.js';
import { codeAt } from '../web/people/second-factor.js';

const PASSWORD = 'a sentence is fine';

describe('given Mia, who has a password, and an admin', () => {
  let daybook: Daybook;
  let browser: Browser;
  let url: string;
  let now = Date.parse('2026-11-20T10:00:00.000Z');
  const id = uuid();

  beforeAll(async () => {
    [daybook, browser] = await Promise.all([
      startDaybook({ clock: () => new Date(now).toISOString() }),
      openBrowser(),
    ]);
    url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
    const mia = { id, name: 'Mia Weber', signInName: 'mia', password: PASSWORD };
    await daybook.send(new RegisterUser({ ...mia, context: system() }));
    await daybook.settled();
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await daybook.close();
  });

  const open = async (): Promise<Page> =>
    (await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })).newPage();
  async function givePassword(page: Page): Promise<void> {
    await page.goto(`${url}/-/sign-in?next=%2F-%2Faccount`);
    await page.locator('#f-name').fill('mia');
    await page.locator('#f-password').fill(PASSWORD);
    await page.locator('form[action="/-/sign-in"] button[type=submit]').first().click();
  }
  async function giveCode(page: Page, code: string): Promise<void> {
    await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor();
    await page.locator('#f-code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  const account = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();

  it('when she sets up a second factor, then she signs in by code and recovery code, until an admin resets it', async () => {
    const page = await open();
    await givePassword(page);
    await account(page);
    await page.getByRole('link', { name: 'Set it up' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = (await page.locator('#second-factor-secret').innerText()).replaceAll(/\s/g, '');
    await page.locator('#f-code').fill(codeAt(secret, now));
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('heading', { level: 1, name: 'Recovery codes' }).waitFor();
    const [recovery = ''] = await page.locator('.db-recovery-codes code').allInnerTexts();
    await page.getByRole('link', { name: 'I have kept them' }).click();
    await account(page);

    now += 60_000;
    const elsewhere = await open();
    await givePassword(elsewhere);
    await giveCode(elsewhere, '000000');
    await elsewhere.getByText('This code is wrong, or was used already.').first().waitFor();
    await giveCode(elsewhere, codeAt(secret, now));
    await account(elsewhere);

    const withoutPhone = await open();
    await givePassword(withoutPhone);
    await giveCode(withoutPhone, recovery.toLowerCase());
    await account(withoutPhone);

    const admin = await open();
    await admin.goto(`${url}/-/sign-in`);
    await admin.getByRole('button', { name: /Ada Admin/ }).click();
    await admin.waitForURL((at) => !at.pathname.includes('sign-in'));
    await admin.goto(`${url}/-/people/${id}`);
    const form = admin.locator('form', { has: admin.locator('#second-factor-reason') });
    await form.locator('#second-factor-reason').fill('The phone was lost');
    await form.getByRole('button', { name: 'Reset the second factor' }).click();
    await admin.getByText('The second factor is reset.').first().waitFor();

    await page.goto(`${url}/-/account`);
    await page.waitForURL(/sign-in/);
    await givePassword(page);
    await account(page);
    expect(new URL(page.url()).pathname).toBe('/-/account');
  }, 120_000);
});
