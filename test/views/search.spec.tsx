// In a real browser: suggestions and keys with JavaScript, a plain form without.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { renderPage } from '#views/every-page.js';
import { openBrowser } from './browser.js';
import { findViolations } from './find-violations.js';
import { previews } from './previews.js';
import { buildSite, ORIGIN } from './site.js';

const LIST = '/purchasing/requests';
const RECORD = '/purchasing/requests/id-248';
const SEARCH = '/-/search';
const PAGES: Readonly<Record<string, string>> = { [LIST]: 'list', [RECORD]: 'record', [SEARCH]: 'search' };

let browser: Browser;
let context: BrowserContext | undefined;
let site: ReturnType<typeof buildSite>;

beforeAll(async () => {
  site = buildSite();
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
});
afterEach(async () => {
  await context?.close();
});

interface Opening {
  readonly javaScriptEnabled?: boolean;
  readonly singleKeys?: false;
}

async function opened(path: string, { singleKeys, ...options }: Opening = {}): Promise<Page> {
  context = await browser.newContext(options);
  await site.serve(context, (pathname) => {
    const preview = previews[PAGES[pathname] ?? ''];
    const page = preview?.((props) => {
      const user = props.frame.user && { ...props.frame.user, ...(singleKeys === false && { singleKeys }) };
      return { ...props, frame: { ...props.frame, user, islands: site.islands } };
    });
    return page && renderPage(page);
  });
  await context.route(`${ORIGIN}/-/search/suggestions?*`, (route) => route.fulfill({ json: SUGGESTED }));
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(ORIGIN + path);
  return page;
}

const asked = (page: Page) => new URL(page.url()).search;

async function violationsOn(page: Page): Promise<readonly string[]> {
  const found = await findViolations(page);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

const SUGGESTED = {
  records: [
    { href: RECORD, title: 'PR-2026-0248 Microscope', detail: 'Request · Draft' },
    { href: LIST, title: 'PR-2026-0247 Desks', detail: 'Request · Paid' },
  ],
  people: [{ href: '/-/people/1', title: 'Micro Smith', detail: 'People' }],
  pages: [{ href: '/-/timeline', title: 'Audit timeline', detail: 'Daybook' }],
};

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search all applications' });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href'));

describe('the search of all applications, with JavaScript', () => {
  it('suggests while one types, and leads to what is chosen with the keyboard', async () => {
    const page = await opened(LIST);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('micro');
    await page.getByRole('option', { name: 'Microscope' }).waitFor();
    expect(await searchBox(page).getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const active = await searchBox(page).getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active}`).textContent()).toContain('Microscope');
    await page.keyboard.press('Enter');
    await page.waitForURL(ORIGIN + RECORD);
    expect(page.url()).toBe(ORIGIN + RECORD);
  });

  it('closes its suggestions by Escape, and searches by Enter where none is chosen', async () => {
    const page = await opened(LIST);
    await page.keyboard.press('/');
    await page.keyboard.type('micro');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForURL(/-\/search\?q=micro/);
    expect(asked(page)).toBe('?q=micro');
  });

  it('goes from the last suggestion to the first', async () => {
    const page = await opened(LIST);
    await page.keyboard.press('/');
    await page.keyboard.type('micro');
    await page.getByRole('option').first().waitFor();
    const count = await page.getByRole('option').count();
    for (let press = 0; press <= count; press += 1) await page.keyboard.press('ArrowDown');
    const active = page.getByRole('option', { selected: true });
    expect(await active.textContent()).toContain('Microscope');
  });

  it('offers the buttons of the page under its heading, and takes the one chosen', async () => {
    const page = await opened(RECORD);
    const form = page.locator('main form[action*="/actions/"]').first();
    const action = (await form.getAttribute('action'))!;
    const title = (await form.getByRole('button').innerText()).trim();
    const heading = (await page.getByRole('heading', { level: 1 }).innerText()).trim();
    await page.keyboard.press('/');
    await page.keyboard.type(title);
    const option = page.getByRole('group', { name: 'On this page' }).getByRole('option').first();
    expect(await option.innerText()).toBe(`${title}\n${heading}`);
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await option.click();
    expect((await posted).url()).toBe(ORIGIN + action);
  });

  it('says what it found nothing for', async () => {
    const page = await opened(LIST);
    await context!.route(`${ORIGIN}/-/search/suggestions?*`, (route) =>
      route.fulfill({ json: { records: [], people: [], pages: [] } }),
    );
    await page.keyboard.press('/');
    await page.keyboard.type('zzzz');
    await page.getByText('Nothing found for “zzzz”.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await page.getByText('Nothing found for “zzzz”.').isVisible()).toBe(false);
  });

  it('has no axe violation while it suggests, and while it shows the keys', async () => {
    const page = await opened(LIST);
    await page.keyboard.press('/');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    expect(await violationsOn(page)).toEqual([]);
  });
});

describe('single keys', () => {
  it('move through the rows of a list', async () => {
    const page = await opened(LIST);
    await page.keyboard.press('j');
    const first = await focused(page);
    await page.keyboard.press('j');
    expect(await focused(page)).not.toBe(first);
    await page.keyboard.press('k');
    expect(await focused(page)).toBe(first);
  });

  it('do nothing while one types into a field', async () => {
    const page = await opened(LIST);
    const search = page.getByRole('searchbox', { name: 'Search Requests' });
    await search.pressSequentially('/?jkec');
    expect(await search.inputValue()).toBe('/?jkec');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('are listed with what they do on the page: creating by the name of its button, and only where there is one', async () => {
    const listed = async (path: string) => {
      const page = await opened(path);
      await page.keyboard.press('?');
      const keys = await page.locator('dialog.db-keys dt').allTextContents();
      const does = await page.locator('dialog.db-keys dd').allTextContents();
      await context?.close();
      return Object.fromEntries(keys.map((key, index) => [key.trim(), does[index]]));
    };
    const always = {
      '/': 'Search',
      '?': 'Show these keys',
      'Ctrl+K ⌘+K': 'Search',
      'Ctrl+Enter ⌘+Enter': 'Send the form',
    };
    expect(await listed(LIST)).toEqual({
      ...always,
      'j k': 'Next and previous row of a list; Enter opens it',
      c: 'New request',
    });
    expect(await listed(RECORD)).toEqual(always);
  });

  it('lead by their help to the account, where one turns them off', async () => {
    const page = await opened(LIST);
    await page.keyboard.press('?');
    const link = page.getByRole('dialog').getByRole('link', { name: 'Turn off single keys in your account' });
    expect(await link.getAttribute('href')).toBe('/-/account');
  });

  it('do nothing for a person who turned them off, while Ctrl K stays', async () => {
    const page = await opened(LIST, { singleKeys: false });
    await page.keyboard.press('j');
    expect(await focused(page)).toBeNull();
    for (const key of ['?', '/']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await searchBox(page).evaluate((box) => box === document.activeElement)).toBe(false);
    expect(await searchBox(page).getAttribute('aria-keyshortcuts')).toBe('Control+K Meta+K');
    await page.keyboard.press('Control+k');
    expect(await searchBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await page.locator('dialog.db-keys a').textContent()).toBe('Turn on single keys in your account');
  });
});

describe('the search of all applications, without JavaScript', () => {
  it('is a form that leads to what is found', async () => {
    const page = await opened(LIST, { javaScriptEnabled: false });
    await page.getByRole('searchbox', { name: 'Search all applications' }).fill('micro');
    await page.keyboard.press('Enter');
    await page.waitForURL(/-\/search\?q=micro/);
    expect(asked(page)).toBe('?q=micro');
  });
});
