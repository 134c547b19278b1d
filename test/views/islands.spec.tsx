// In a real browser, with and without JavaScript.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { renderPage } from '#views/every-page.js';
import { openBrowser } from './browser.js';
import { previews, type Preview } from './previews.js';
import { buildSite, ORIGIN } from './site.js';

const LIST = '/purchasing/requests';
const REFUSED = '/purchasing/requests/new';
const RECORD = '/purchasing/requests/id-248';
const PAGES: Readonly<Record<string, string>> = {
  [LIST]: 'list',
  [RECORD]: 'record',
  '/-/timeline': 'timeline',
  [REFUSED]: 'form',
};

let browser: Browser;
let context: BrowserContext | undefined;
let site: ReturnType<typeof buildSite>;

beforeAll(async () => {
  site = buildSite();
  browser = await openBrowser();
}, 60_000);
afterAll(async () => {
  await browser.close();
});
afterEach(async () => {
  await context?.close();
});

async function opened(
  path: string,
  options: { javaScriptEnabled?: boolean } = {},
  events?: string,
): Promise<Page> {
  context = await browser.newContext(options);
  await site.serve(context, (pathname) => {
    const preview: Preview | undefined = previews[PAGES[pathname] ?? ''];
    const page = preview?.((props) => ({ ...props, frame: { ...props.frame, islands: site.islands } }));
    return page && renderPage(page);
  });
  await context.route(`${ORIGIN}${RECORD}/live`, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: events ?? '' }),
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(ORIGIN + path);
  return page;
}

const asked = (page: Page) => new URL(page.url()).search;

describe('a form that came back with errors, with JavaScript', () => {
  it('takes the error from a field whose value is changed, and from no other', async () => {
    const page = await opened(REFUSED);
    const before = await page.locator('form .db-errors').count();
    const department = page.locator('[name="department"]');
    expect(await department.getAttribute('aria-invalid')).toBe('true');
    await department.selectOption('Sales');
    expect(await department.getAttribute('aria-invalid')).toBeNull();
    expect((await department.getAttribute('aria-describedby')) ?? '').not.toContain('-errors');
    expect(before).toBeGreaterThan(1);
    expect(await page.locator('form .db-errors').count()).toBe(before - 1);
  });
});

describe('the summary of what is to be fixed, with JavaScript', () => {
  const textsOf = (page: Page) => page.locator('#problems .db-refusals:not(details *) > li').allInnerTexts();

  it('loses what is about a field once that is changed, goes with the last of it, and says so politely alone', async () => {
    const page = await opened(REFUSED);
    const summary = page.locator('#problems');
    const before = await textsOf(page);
    expect(await page.title()).toMatch(/^Error: /);
    expect(await summary.getAttribute('role')).toBe('alert');
    await page.locator('[name="department"]').selectOption('Sales');
    const left = before.filter((text) => !text.includes('department'));
    expect(await textsOf(page)).toEqual(left);
    expect(await summary.getAttribute('role')).toBeNull();
    const heading = `${left.length === 1 ? 'One thing' : `${left.length} things`} to fix before saving`;
    expect(await summary.locator('h2').innerText()).toBe(heading);
    await page
      .locator('main > [role=status], main [role=status].visually-hidden', { hasText: heading })
      .waitFor({
        state: 'attached',
      });
    for (const id of await page
      .locator('#problems li[data-inputs]')
      .evaluateAll((all) => all.map((item) => (item as HTMLElement).dataset['inputs']!.split(' ')[0]!)))
      await page
        .locator(`[id="${id}"]`)
        .evaluate((input) =>
          (input.querySelector('[name]') ?? input).dispatchEvent(new Event('input', { bubbles: true })),
        );
    expect(await summary.count()).toBe(0);
    expect(await page.title()).not.toMatch(/Error/);
    expect(await page.locator('form [aria-invalid]').count()).toBe(0);
  });
});

describe('a form in which a reference is chosen, with JavaScript', () => {
  it('fills in what comes along, says it, and takes it back with the reference', async () => {
    const page = await opened(REFUSED);
    const html = await page.content();
    await page.route(`${ORIGIN}/**`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            contentType: 'text/html',
            body: html.replace(/<input[^>]* name="code"[^>]*>/, '<input name="code" value="B-7">'),
          })
        : route.fallback(),
    );
    const code = page.locator('[name="code"]');
    await page.locator('[name="supplier"]').selectOption('Büro Lenz');
    await page.getByText('Filled in from Supplier: B-7.').waitFor();
    expect(await code.inputValue()).toBe('B-7');
    await page.locator('[name="supplier"]').selectOption('');
    expect(await code.inputValue()).toBe('');
    expect(await page.getByText('Filled in from Supplier').count()).toBe(0);
  });
});

describe('a row that does not add up, with JavaScript', () => {
  it('says at the cell why, once the cell is left', async () => {
    const page = await opened(REFUSED);
    const html = await page.content();
    const cell = page.locator('[name="lines.0.quantity"]');
    const wrong =
      '<table><tr><td><input name="lines.0.quantity"><div class="db-errors" id="e"><p>No number</p></div>';
    const body = html.replace(
      /<fieldset[^>]*data-lines="lines"[\s\S]*?<\/fieldset>/,
      `<div data-lines="lines">${wrong}`,
    );
    await page.route(`${ORIGIN}/**`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ contentType: 'text/html', body })
        : route.fallback(),
    );
    // The sample's table has no sums.
    await page
      .locator('[data-lines] tfoot, [data-lines] table')
      .first()
      .evaluate((table) => {
        const total = document.createElement('caption');
        total.dataset['total'] = 'amount';
        table.append(total);
      });
    await cell.fill('two');
    await cell.press('Tab');
    await page.getByText('No number').waitFor();
    expect(await cell.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a filter form, with JavaScript', () => {
  it('searches after a pause, keeps the filters and goes on where one typed', async () => {
    const page = await opened(LIST);
    const search = page.getByRole('searchbox', { name: 'Search Requests' });
    await search.pressSequentially('lathe');
    await page.waitForURL(/q=lathe/);
    expect(asked(page)).toBe('?q=lathe&as-typed=en-GB&sort=-openedAt&state=submitted&state=approved');
    await page.locator('[name="q"]:focus').waitFor();
  });

  it('acts with every box while its panel stays open, and announces the count of what it found', async () => {
    const page = await opened(LIST);
    const html = await page.content();
    await page.route(/department=/, (route) =>
      route.fulfill({ contentType: 'text/html', body: html.replace('of 248 records', 'of 7 records') }),
    );
    await page.getByText('Department', { exact: true }).first().click();
    await page.getByLabel('Sales').check();
    await page.getByRole('status').filter({ hasText: 'of 7 records' }).waitFor();
    await page.getByLabel('Workshop').check();
    await page.waitForURL(/department=Workshop/);
    expect(asked(page)).toContain('department=Sales&department=Workshop');
    expect(await page.getByLabel('Sales').isVisible()).toBe(true);
  });

  it('opens rows by a click also in a list that came with a filter', async () => {
    const page = await opened(LIST);
    await page.getByText('Department', { exact: true }).first().click();
    await page.getByLabel('Sales').check();
    await page.waitForURL(/department=Sales/);
    expect(await page.locator('form.db-rows-open [data-select-all]:not([hidden])').count()).toBe(1);
  });

  it('loads the page of the earlier address when one goes back', async () => {
    const page = await opened(LIST);
    await page.getByText('Department', { exact: true }).first().click();
    await page.getByLabel('Sales').check();
    await page.waitForURL(/department=Sales/);
    await page.goBack();
    await page.waitForURL(new RegExp(`${LIST}$`));
    expect(await page.locator('[name=department]:checked').count()).toBe(0);
  });

  it('keeps a panel open, so that a second value can be typed', async () => {
    const page = await opened(LIST);
    await page.getByText('Amount', { exact: true }).first().click();
    await page.locator('[name="amount.from"]').pressSequentially('12');
    await page.waitForURL(/amount\.from=12/);
    await page.locator('[name="amount.from"]:focus').waitFor();
    await page.locator('[name="amount.until"]').fill('34');
    await page.waitForURL(/amount\.until=34/);
    expect(asked(page)).toContain('amount.until=34');
  });

  it('closes a panel by Escape without asking again where nothing was chosen', async () => {
    const page = await opened(LIST);
    await page.getByText('Amount', { exact: true }).first().click();
    await page.getByLabel('From').first().press('Escape');
    expect(await page.locator('details[open]').count()).toBe(0);
    expect(asked(page)).toBe('');
  });

  it('closes a menu beside the filters by Escape, with the focus on its button, and by a click elsewhere', async () => {
    const page = await opened(LIST);
    const button = page.locator('.db-download > summary').first();
    const open = page.locator('.db-download[open]');
    await button.click();
    await page.locator('.db-download a').first().press('Escape');
    expect(await open.count()).toBe(0);
    expect(await button.evaluate((summary) => summary === document.activeElement)).toBe(true);
    await button.click();
    await page.getByRole('heading', { level: 1 }).click();
    expect(await open.count()).toBe(0);
  });

  it('submits a list at once', async () => {
    const page = await opened('/-/timeline');
    await page.evaluate(() => document.body.setAttribute('data-before', ''));
    await page.getByRole('combobox', { name: 'What was done' }).selectOption('Opened');
    await page.waitForURL(/type=record\.opened/);
    // Nothing on this page is replaced in place.
    await page.locator('body:not([data-before])').waitFor();
    expect(asked(page)).toBe('?type=record.opened&application=purchasing&until=2026-11-20');
  });

  it('needs no button', async () => {
    const page = await opened(LIST);
    expect(await page.getByRole('button', { name: 'Filter' }).count()).toBe(0);
  });
});

describe('a filter form, without JavaScript', () => {
  it('opens its panels and submits by its button', async () => {
    const page = await opened(LIST, { javaScriptEnabled: false });
    await page.getByText('Department', { exact: true }).first().click();
    await page.getByLabel('Sales').check();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL(/department=Sales/);
    expect(asked(page)).toContain('state=submitted&state=approved&department=Sales');
  });

  it('the menu of the person opens', async () => {
    const page = await opened(LIST, { javaScriptEnabled: false });
    await page.getByRole('button', { name: 'Ada Okafor' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(true);
  });
});

describe('a record somebody else changes', () => {
  it('says so and keeps what is being typed', async () => {
    const page = await opened(RECORD, {}, 'retry: 100000\ndata: {"version":7}\n\ndata: {"version":8}\n\n');
    await page.getByLabel('Comment').fill('half a thought');
    const bar = page.getByRole('status').filter({ hasText: 'This was changed just now.' });
    await bar.waitFor();
    expect(await bar.getByRole('link', { name: 'Show the changes' }).getAttribute('href')).toBe(RECORD);
    await expect(page.getByLabel('Comment').inputValue()).resolves.toBe('half a thought');
  });

  it('keeps silent about the version one sees, and about what it does not understand', async () => {
    const page = await opened(
      RECORD,
      {},
      'retry: 100000\ndata: {"version":7}\n\ndata: nonsense\n\ndata: null\n\n',
    );
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('changed this just now').count()).toBe(0);
  });
});
