// Fields that count only beside a choice are shown with it, by CSS alone.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { renderPage } from '#views/every-page.js';
import { openBrowser } from './browser.js';
import { previews } from './previews.js';
import { buildSite, ORIGIN } from './site.js';

describe('a field that counts only beside a choice', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const site = buildSite();
    const islands = { daybook: site.islands['daybook'] ?? '' };
    await site.serve(context, (path) => {
      const html = previews[path.slice(1)]?.((props) => ({ ...props, frame: { ...props.frame, islands } }));
      return html && renderPage(html);
    });
    page = await context.newPage();
  }, 120_000);
  afterAll(() => browser.close());

  it('is the last day of a token', async () => {
    await page.goto(`${ORIGIN}/tokens`);
    const day = page.locator('#token-until');
    expect(await day.isVisible()).toBe(false);
    await page.locator('#token-expires').selectOption('day');
    expect(await day.isVisible()).toBe(true);
  });

  it('are the roles of which a second factor is asked', async () => {
    await page.goto(`${ORIGIN}/sign-in-rules`);
    const role = page.locator('input[name="role.purchasing.finance"]');
    expect(await role.isVisible()).toBe(true);
    await page.locator('input[name=secondFactor][value=all]').check();
    expect(await role.isVisible()).toBe(false);
  });
});
