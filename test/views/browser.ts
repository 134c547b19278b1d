// A real browser for tests of pages: Chromium, wherever there is one.
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
];

/** Path of Chromium: DAYBOOK_CHROMIUM, the system's, or the one that comes with the development dependencies. */
export async function chromiumPath(): Promise<string> {
  const known = [
    process.env['DAYBOOK_CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const found = known.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: ARGUMENTS });
}
