// Takes the pictures of docs/images from the examples, as `npm start` serves them.
//   npm run screenshots             the pictures of docs/images
//   npm run screenshots -- FOLDER   every page below: wide, 390 px, dark, and as it is printed
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../test/views/browser.js';

interface Shot {
  readonly name: string;
  /** Name of the example person; undefined: signed out. */
  readonly person?: string;
  /** Follows the link to the page where its address is not fixed. */
  open(page: Page): Promise<unknown>;
  /** Stands in docs/images. */
  readonly documented?: boolean;
}

const at = (path: string) => (page: Page) => page.goto(path);
const requestCalled = (title: string) => async (page: Page) => {
  await page.goto('/purchasing/requests?q=' + encodeURIComponent(title));
  await page
    .getByRole('row', { name: new RegExp(title) })
    .getByRole('link')
    .first()
    .click();
};

const SHOTS: readonly Shot[] = [
  { name: 'sign-in', open: at('/'), documented: true },
  { name: 'home', person: 'Priya Raman', open: at('/'), documented: true },
  {
    name: 'record',
    person: 'Priya Raman',
    open: requestCalled('Booth at the autumn fair'),
    documented: true,
  },
  { name: 'timeline', person: 'Ruth Adler', open: at('/-/timeline'), documented: true },
  { name: 'requests', person: 'Priya Raman', open: at('/purchasing/requests') },
  { name: 'board', person: 'Priya Raman', open: at('/purchasing/requests/board') },
  { name: 'overview', person: 'Priya Raman', open: at('/purchasing/overview') },
  { name: 'spend', person: 'Priya Raman', open: at('/purchasing/spend') },
  { name: 'form', person: 'Jonas Weber', open: at('/purchasing/requests/new') },
  { name: 'calendar', person: 'Paul Becker', open: at('/purchasing/deliveries') },
  { name: 'specification', person: 'Ruth Adler', open: at('/purchasing/specification') },
  { name: 'search', person: 'Priya Raman', open: at('/-/search?q=brandl') },
  { name: 'notices', person: 'Priya Raman', open: at('/-/notices') },
  { name: 'account', person: 'Priya Raman', open: at('/-/account') },
  { name: 'people', person: 'Ines Albrecht', open: at('/-/people') },
  { name: 'calls', person: 'Ines Albrecht', open: at('/-/calls') },
  { name: 'status', person: 'Ines Albrecht', open: at('/-/status') },
];

const WIDE = { viewport: { width: 1280, height: 900 } };
const WAYS: Readonly<Record<string, BrowserContextOptions>> = {
  wide: WIDE,
  narrow: { viewport: { width: 390, height: 844 } },
  dark: { ...WIDE, colorScheme: 'dark' },
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.argv[2];
const data = mkdtempSync(join(tmpdir(), 'daybook-screenshots-'));
const server = spawn(
  process.execPath,
  [join(root, 'dist/daybook/daybook.js'), 'serve', '--port', '0', '--data', data],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
try {
  const url = await loadedExamples();
  const browser = await openBrowser();
  try {
    await takeAll(browser, url);
  } finally {
    await browser.close();
  }
} finally {
  const ended = once(server, 'exit');
  server.kill();
  await ended;
  rmSync(data, { recursive: true });
}

async function loadedExamples(): Promise<string> {
  let url: string | undefined;
  for await (const line of createInterface({ input: server.stdout })) {
    url ??= /^Daybook is at (\S+)/.exec(line)?.[1];
    if (url !== undefined && line.startsWith('The examples are loaded')) return url;
  }
  throw new Error('The server ended before the examples were loaded.');
}

async function takeAll(browser: Browser, url: string): Promise<void> {
  if (folder === undefined) {
    for (const shot of SHOTS.filter(({ documented }) => documented))
      await take(browser, url, shot, {
        context: { ...WIDE, deviceScaleFactor: 1.5 },
        path: join(root, 'docs/images', `${shot.name}.png`),
      });
    return;
  }
  mkdirSync(folder, { recursive: true });
  for (const shot of SHOTS) {
    for (const [way, context] of Object.entries(WAYS))
      await take(browser, url, shot, { context, path: join(folder, `${shot.name}-${way}.png`), whole: true });
    await take(browser, url, shot, {
      context: WIDE,
      path: join(folder, `${shot.name}-print.png`),
      whole: true,
      print: true,
    });
  }
}

interface Picture {
  readonly context: BrowserContextOptions;
  readonly path: string;
  /** The whole page, however long; otherwise what the window shows. */
  readonly whole?: boolean;
  readonly print?: boolean;
}

async function take(
  browser: Browser,
  url: string,
  { person, open }: Shot,
  { context: options, path, whole = false, print = false }: Picture,
): Promise<void> {
  const context = await browser.newContext({
    ...options,
    baseURL: url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (person !== undefined) {
    await page.goto('/');
    await page
      .getByRole('button', { name: new RegExp(person) })
      .first()
      .click();
    await page.waitForURL((at) => !at.pathname.startsWith('/-/sign-in'));
  }
  await open(page);
  await page.waitForLoadState('networkidle');
  if (print) await page.emulateMedia({ media: 'print' });
  await page.screenshot({ path, fullPage: whole });
  await context.close();
  console.log(path);
}
