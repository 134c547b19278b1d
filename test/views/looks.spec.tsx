// Every page in a real browser, light and dark, phone and wide: readable by everybody, nothing sticking out, nothing blocked.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, type BrowserContext } from 'playwright-core';
import { render } from '../../views/render.js';
import { openBrowser } from './browser.js';
import { previews, type Preview } from './previews.js';
import { buildSite, ORIGIN } from './site.js';

const LOOKS = [
  { look: 'light wide', colorScheme: 'light', viewport: { width: 1360, height: 900 } },
  { look: 'dark wide', colorScheme: 'dark', viewport: { width: 1360, height: 900 } },
  { look: 'light phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { look: 'dark phone', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

/** DAYBOOK_SHOTS=folder keeps a picture of each. */
const shots = process.env['DAYBOOK_SHOTS'];
const wanted = Object.entries(previews).filter(([name]) =>
  name.startsWith(process.env['DAYBOOK_PAGE'] ?? ''),
);

describe.each(LOOKS)('pages in $look', ({ look, colorScheme, viewport }) => {
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    const site = buildSite();
    browser = await openBrowser();
    context = await browser.newContext({ colorScheme, viewport });
    await site.serve(context, (path) => {
      const preview: Preview | undefined = previews[path.slice(1)];
      const page = preview?.((props) => ({
        ...props,
        frame: { ...props.frame, islands: { daybook: site.islands['daybook'] ?? '' } },
      }));
      return page && render(page);
    });
    if (shots !== undefined) mkdirSync(shots, { recursive: true });
  }, 60_000);

  afterAll(async () => {
    await browser.close();
  });

  it.each(wanted)('%s is accessible and fits', async (name) => {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${ORIGIN}/${name}`);
    await page.evaluate('document.fonts.ready');
    if (shots !== undefined) {
      await page.screenshot({ path: join(shots, `${name} ${look}.png`), fullPage: true });
    }
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => [
      id,
      ...nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    ]);
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    expect(
      await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
    ).toBeLessThanOrEqual(0);
    await page.close();
  });
});
