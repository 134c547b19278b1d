// Words for journeys: a person at a browser, who sees pages by their headings and presses what is written on buttons.
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { explainFailures } from './explain-failures.js';

export interface Journey {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Signs out whoever is there and in whoever is named, by one click. */
  become(name: string): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  follow(name: string | RegExp): Promise<void>;
  /** From a list, or by typing where one types into it. */
  choose(label: string, title: string): Promise<void>;
  /** That the page has the heading, nothing went wrong in the browser, and (with axe) axe finds nothing in light and dark. */
  sees(heading: string | RegExp): Promise<void>;
  said(text: string | RegExp): Promise<void>;
  /** Runs it; its failure says what the page showed and what the server had not answered. */
  explained<T>(work: () => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

export interface Way {
  readonly scripts: boolean;
  /** Whether axe looks at each page; it needs scripts, and does where there are any. */
  readonly axe?: boolean;
  /** What the server knows of itself, for the message of a failure. */
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
  const looked = new Set<string>();
  let who: string | undefined;
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    // A refused post answers 4xx, which Chromium writes down as an error of its own.
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
      // A step of the tour leads to where it begins.
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
      if (axe && (await isNew(page, looked))) await accessible(page);
    },
    said: async (text) => explained(() => page.getByText(text).first().waitFor({ state: 'attached' })),
    end: async () => context.close(),
  };
}

/** A page looked at once need not be looked at again; with an alert on it, it is another page. */
async function isNew(page: Page, seen: Set<string>): Promise<boolean> {
  const path = new URL(page.url()).pathname.replaceAll(/[0-9a-f-]{36}/g, 'id');
  const key = `${path} ${await page.getByRole('alert').count()}`;
  return seen.size < seen.add(key).size;
}

async function accessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // Only colours differ in the dark.
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect([page.url(), colorScheme, told]).toEqual([page.url(), colorScheme, []]);
  }
}
