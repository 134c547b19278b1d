// A person at a browser, who finds pages by headings and controls by labels.
import { expect } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findViolations } from '../views/find-violations.js';
import { explainFailures } from './explain-failures.js';

export interface Journey {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Signs out, and in as this person. */
  become(name: string): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  follow(name: string | RegExp): Promise<void>;
  /** From a list, or by typing. */
  choose(label: string, title: string): Promise<void>;
  /** Checks the heading, browser errors and (with axe) accessibility in light and dark. */
  sees(heading: string | RegExp): Promise<void>;
  said(text: string | RegExp): Promise<void>;
  /** Its failure shows the page and pending requests. */
  explained<T>(work: () => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

export interface Way {
  readonly scripts: boolean;
  /** Needs scripts; default: where there are any. */
  readonly axe?: boolean;
  /** The server's health, for failure messages. */
  readonly server?: () => Promise<unknown>;
}

export async function journey(
  browser: Browser,
  url: string,
  { scripts, axe = scripts, server }: Way,
): Promise<Journey> {
  const context = await browser.newContext({
    javaScriptEnabled: scripts,
    baseURL: url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const explained = explainFailures(page, server);
  const wrong: string[] = [];
  let who: string | undefined;
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    // Chromium logs a 4xx answer as an error.
    if (message.type() === 'error' && !message.text().includes('server responded with a status of 4'))
      wrong.push(message.text());
  });
  const press = async (name: string | RegExp) =>
    explained(() => page.getByRole('button', { name }).first().click());
  return {
    page,
    context,
    press,
    explained,
    async become(name) {
      await page.goto('/');
      if (who !== undefined) {
        await press(new RegExp(who));
        await press('Sign out');
      }
      who = name;
      await press(new RegExp(name));
      await explained(() => page.waitForURL((at) => !at.pathname.startsWith('/-/sign-in')));
      // The tour's step leads to its beginning.
      if (page.url() !== `${url}/`) await page.goto('/');
    },
    async choose(label, title) {
      const list = page.getByLabel(label).first();
      if ((await list.evaluate(({ tagName }) => tagName)) === 'SELECT')
        return void (await list.selectOption({ label: title }));
      await list.fill(title);
      await page.getByRole('option', { name: title }).first().click();
    },
    follow: async (name) => explained(() => page.getByRole('link', { name }).first().click()),
    async sees(heading) {
      await explained(() => page.getByRole('heading', { level: 1, name: heading }).waitFor());
      expect(wrong).toEqual([]);
      if (axe && (await isNew(page))) await accessible(page);
    },
    said: async (text) => explained(() => page.getByText(text).first().waitFor({ state: 'attached' })),
    end: async () => context.close(),
  };
}

const checkedPages = new Set<string>();

/** What makes another page of it for those who listen. */
const STATES = [
  '[role=alert]:not(:empty)',
  '[role=status]:not(:empty)',
  '[aria-invalid=true]',
  '[aria-expanded=true]',
  'details[open]',
  'dialog[open]',
];

/** A page of a server is checked once in a suite, and again in another state, width or language. */
async function isNew(page: Page): Promise<boolean> {
  const address = page.url().replaceAll(/[0-9a-f-]{36}|[?#].*/g, '');
  const language = await page.locator('html').getAttribute('lang');
  const states = await page.evaluate(
    (selectors) => selectors.filter((each) => document.querySelector(each) !== null),
    STATES,
  );
  const key = [address, page.viewportSize()?.width, language, ...states].join(' ');
  return checkedPages.size < checkedPages.add(key).size;
}

async function accessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await findViolations(page, colorScheme);
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect([page.url(), colorScheme, told]).toEqual([page.url(), colorScheme, []]);
  }
}
