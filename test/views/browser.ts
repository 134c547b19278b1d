// A real browser for tests of pages: Chromium, wherever there is one.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { onlyOne } from '../journeys/only-one.js';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
];

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Path of Chromium: DAYBOOK_CHROMIUM, an installed one, or (on Linux) the one that comes with the development dependencies. */
export async function chromiumPath(): Promise<string> {
  const known = [process.env['DAYBOOK_CHROMIUM'], ...INSTALLED];
  const found = known.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  if (process.platform !== 'linux')
    throw new Error('No Chromium is installed. Install Chrome or Edge, or set DAYBOOK_CHROMIUM to its path.');
  // The package brings the libraries Chromium needs as well, but unpacks them only where this says so.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  // A suite of another process must not start what is still being written.
  let path: string | undefined;
  const unpack = async () => void (path = await packaged.executablePath());
  while (!(await onlyOne(join(tmpdir(), 'daybook-chromium.lock'), unpack))) await pause(100);
  return path!;
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: ARGUMENTS });
}
