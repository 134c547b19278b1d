// Every page in a real browser, light and dark, phone and wide: accessible, without overflow or blocked resources.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { renderPage } from '#views/every-page.js';
import { openBrowser } from './browser.js';
import { findViolations } from './find-violations.js';
import { previews, type Preview } from './previews.js';
import { sampleHalf } from '../property-runs.js';
import { buildSite, ORIGIN } from './site.js';

const WIDE = { width: 1360, height: 900 };
const PHONE = { width: 390, height: 844 };
const LOOKS = [
  { look: 'light wide', colorScheme: 'light', viewport: WIDE },
  { look: 'dark phone', colorScheme: 'dark', viewport: PHONE },
  { look: 'dark wide', colorScheme: 'dark', viewport: WIDE },
  { look: 'light phone', colorScheme: 'light', viewport: PHONE },
] as const;

/** DAYBOOK_SHOTS=folder saves screenshots; DAYBOOK_PAGE=name restricts pages. */
const shots = process.env['DAYBOOK_SHOTS'];
const names = Object.keys(previews).filter((name) => name.startsWith(process.env['DAYBOOK_PAGE'] ?? ''));

let browser: Browser;
let context: BrowserContext;
let islands: Readonly<Record<string, string>>;

beforeAll(async () => {
  const site = buildSite();
  islands = { daybook: site.islands['daybook'] ?? '' };
  browser = await openBrowser();
  context = await browser.newContext();
  await site.serve(context, (path) => {
    const preview: Preview | undefined = previews[path.slice(1)];
    const page = preview?.((props) => ({ ...props, frame: { ...props.frame, islands } }));
    return page && renderPage(page);
  });
  if (shots !== undefined) mkdirSync(shots, { recursive: true });
}, 60_000);

afterAll(async () => {
  await browser.close();
});

async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<readonly string[]> {
  return (await findViolations(page, colorScheme)).flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Content higher than its box overlaps what follows. Inline boxes have no height, and scrolling or clipping is intended. */
const SPILLING = `[...document.querySelectorAll('main *, footer *')]
  .filter((each) => getComputedStyle(each).overflowY === 'visible' && each.clientHeight > 0)
  .filter((each) => each.namespaceURI === document.documentElement.namespaceURI && each.scrollHeight > each.clientHeight + 24)
  .map((each) => each.tagName + '.' + each.className + ': ' + each.scrollHeight + ' in ' + each.clientHeight)`;

describe('every page is accessible and fits, light and dark, phone and wide', () => {
  // One for all: a browser loads styles, scripts and axe for each tab.
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
  });
  beforeEach(() => void complaints.splice(0));
  afterAll(async () => page.close());

  it.each(names.map((name, index) => [name, sampleHalf(LOOKS, index)] as const))(
    '%s',
    async (name, looks) => {
      await page.goto(`${ORIGIN}/${name}`);
      await page.evaluate('document.fonts.ready');
      for (const { look, colorScheme, viewport } of looks) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        if (shots !== undefined)
          await page.screenshot({ path: join(shots, `${name} ${look}.png`), fullPage: true });
        expect([look, ...(await violations(page, colorScheme))]).toEqual([look]);
        const wider = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
        expect([look, Number(wider) > 0]).toEqual([look, false]);
        expect([look, await page.evaluate(SPILLING)]).toEqual([look, []]);
      }
      expect(complaints).toEqual([]);
    },
    60_000,
  );
});

describe('on a phone', () => {
  const EXAMPLE = { switchTo: [{ id: 'mira', name: 'Mira Kaya', roles: 'Staff' }], language: 'de' } as const;

  it.each([
    [390, '21'],
    [390, '321'],
    [360, '21'],
    [360, '321'],
  ])('the header is one line above the search, %d pixels wide, with %s unread', async (width, count) => {
    const page = await context.newPage();
    const html = previews['list']!((props) => ({
      ...props,
      frame: { ...props.frame, ...EXAMPLE, islands, unread: count, waiting: count },
    }));
    await page.route(`${ORIGIN}/counted`, (route) =>
      route.fulfill({ body: renderPage(html), contentType: 'text/html; charset=utf-8' }),
    );
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${ORIGIN}/counted`);
    await page.evaluate('document.fonts.ready');
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const search = await boxOf('.db-bar > .db-search-all');
    for (const one of ['.db-brand', '.db-switch', '.db-bell', '.db-person-button']) {
      const box = await boxOf(one);
      expect([one, box.y + box.height <= search.y]).toEqual([one, true]);
    }
    const [bell, person] = [await boxOf('.db-bell .db-tab-count'), await boxOf('.db-person-button')];
    expect(bell.x + bell.width).toBeLessThanOrEqual(person.x);
    await page.close();
  });

  it.each(['list', 'board', 'process-map', 'timeline'])(
    'the opened filters of %s fit the width',
    async (name) => {
      const page = await context.newPage();
      await page.setViewportSize(PHONE);
      await page.goto(`${ORIGIN}/${name}`);
      await page.evaluate(
        `document.querySelectorAll('.db-filters details').forEach((each) => { each.open = true; })`,
      );
      const wider = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      expect(wider).toBe(0);
      await page.close();
    },
  );

  it('a long way of a record is scrolled to its state', async () => {
    const page = await context.newPage();
    await page.setViewportSize(PHONE);
    await page.goto(`${ORIGIN}/record-winding`);
    const box = (await page.locator('.db-map-current rect').boundingBox())!;
    expect(box.x).toBeGreaterThan(0);
    expect(box.x + box.width).toBeLessThan(PHONE.width);
    await page.close();
  });

  it('a button as long as its words breaks them, rather than cutting them off', async () => {
    const page = await context.newPage();
    await page.setViewportSize(PHONE);
    await page.goto(`${ORIGIN}/form`);
    const cut =
      await page.evaluate(`[...document.querySelectorAll('main .db-form-foot .btn')].flatMap((button) => {
      button.textContent = 'Approve by two for Bartholomew Featherstonehaugh-Okafor';
      return button.scrollWidth > button.clientWidth ? [button.outerHTML] : [];
    })`);
    expect(cut).toEqual([]);
    await page.close();
  });
});

describe('a list on paper', () => {
  it('says which filters are set, without controls', async () => {
    const page = await context.newPage();
    await page.goto(`${ORIGIN}/list`);
    await page.emulateMedia({ media: 'print' });
    const set = page.locator('.db-filter:has(.db-filter-value) > summary');
    expect(await set.count()).toBeGreaterThan(0);
    for (const each of await set.all()) expect(await each.isVisible()).toBe(true);
    const controls = await page.locator('main :is(input, select, button):visible').count();
    expect(controls).toBe(0);
    await page.close();
  });
});

describe('the bar below a list', () => {
  it('counts the selected rows', async () => {
    const page = await context.newPage();
    await page.goto(`${ORIGIN}/list`);
    const boxes = page.locator('tbody .db-pick input');
    const count = await boxes.count();
    for (const box of await boxes.all()) await box.check();
    expect(count).toBeGreaterThan(1);
    // Generated content is in no DOM property.
    const session = await context.newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const texts = nodes.map(({ name }) => String(name?.value ?? '').trim()).join('');
    expect(texts).toContain(`(${count})`);
    await page.close();
  });
});

describe('compact density', () => {
  it.each(['home', 'list', 'form', 'record'])('puts more of the page %s on a screen', async (name) => {
    const page = await context.newPage();
    await page.setViewportSize(WIDE);
    await page.goto(`${ORIGIN}/${name}`);
    const height = async () => Number(await page.evaluate(`document.querySelector('main').scrollHeight`));
    const comfortable = await height();
    await page.evaluate(`document.documentElement.dataset.density = 'compact'`);
    expect((await height()) / comfortable).toBeLessThan(0.95);
    await page.close();
  });
});
