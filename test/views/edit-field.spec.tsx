// In a real browser; without JavaScript the pencil leads to a page.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { renderPage } from '#views/every-page.js';
import type { FormPage } from '#views/view-models/form.js';
import { openBrowser } from './browser.js';
import { findViolations } from './find-violations.js';
import { previews } from './previews.js';
import { buildSite, ORIGIN } from './site.js';

const RECORD = '/purchasing/requests/id-248';
const FORM = `${RECORD}/edit`;

let browser: Browser;
let context: BrowserContext;
let site: ReturnType<typeof buildSite>;

beforeAll(async () => {
  site = buildSite();
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
});
afterEach(async () => {
  await context.close();
});

/** Its fields lead to forms with these keys. */
async function opened(keys: readonly string[], options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  context = await browser.newContext(options);
  const { islands } = site;
  await site.serve(context, (pathname) => {
    const page = previews[pathname === FORM ? 'form-new' : 'record-draft']?.((props) => {
      const framed = { ...props, frame: { ...props.frame, islands } };
      if (pathname !== FORM) return framed;
      const inputs = (props as unknown as FormPage).inputs
        .filter(({ key }) => keys.includes(key))
        .map((each) =>
          each.key === 'title' ? { ...each, key: 'orderNumber', title: 'Order number' } : each,
        );
      return { ...framed, inputs, action: FORM, cancel: RECORD };
    });
    return page && renderPage(page);
  });
  await context.route(`${ORIGIN}${RECORD}/live`, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(ORIGIN + RECORD);
  await page.getByText('1 empty field').click();
  return page;
}

const pencil = (page: Page) => page.getByRole('link', { name: 'Change Order number' });
const input = (page: Page) => page.locator('input[name=orderNumber]');

async function violationsOn(page: Page): Promise<readonly string[]> {
  const found = await findViolations(page);
  return found.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('a field of a record, with JavaScript', () => {
  it('opens its form where it stands, and sends it', async () => {
    const page = await opened(['title']);
    await pencil(page).press('Enter');
    await input(page).waitFor();
    expect(page.url()).toBe(ORIGIN + RECORD);
    expect(await input(page).evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    await input(page).fill('O-815');
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Enter');
    const request = await posted;
    expect([request.url(), new URLSearchParams(request.postData() ?? '').get('orderNumber')]).toEqual([
      ORIGIN + FORM,
      'O-815',
    ]);
  });

  it('shows its value again by Escape, and keeps what was typed until it is opened again', async () => {
    const page = await opened(['title']);
    await pencil(page).press('Enter');
    await input(page).fill('O-815');
    await page.keyboard.press('Escape');
    expect(await input(page).count()).toBe(0);
    expect(await pencil(page).evaluate((link) => link === document.activeElement)).toBe(true);
    await pencil(page).press('Enter');
    await input(page).waitFor();
    expect(await input(page).inputValue()).toBe('O-815');
  });

  it('leads to the page of its form where this has a table', async () => {
    const page = await opened(['lines']);
    await pencil(page).press('Enter');
    await page.waitForURL(`${ORIGIN}${FORM}?**`);
    expect(await page.locator('[data-lines]').count()).toBe(1);
  });
});

describe('a field of a record, without JavaScript', () => {
  it('leads to the page of its form', async () => {
    const page = await opened(['title'], { javaScriptEnabled: false });
    await pencil(page).click();
    await page.waitForURL(`${ORIGIN}${FORM}?**`);
    expect(await input(page).count()).toBe(1);
  });
});
