import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

/** DAYBOOK_CHROMIUM, an installed one, or (on Linux) the one in the development dependencies. */
export async function chromiumPath(): Promise<string> {
  const known = [process.env['DAYBOOK_CHROMIUM'], ...INSTALLED];
  const found = known.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  if (process.platform !== 'linux')
    throw new Error('No Chromium is installed. Install Chrome or Edge, or set DAYBOOK_CHROMIUM to its path.');
  // The package unpacks Chromium's libraries only with this setting.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  // Another process must not start what is still being written.
  let path: string | undefined;
  const unpack = async () => {
    path = await packaged.executablePath();
    nameFontFolder();
  };
  while (!(await onlyOne(join(tmpdir(), 'daybook-chromium.lock'), unpack))) await pause(100);
  return path!;
}

/** The package unpacks its fonts into TMPDIR, but refers to /tmp: a page without fonts crashes. */
function nameFontFolder(): void {
  const configuration = join(tmpdir(), 'fonts/fonts.conf');
  const text = readFileSync(configuration, 'utf8');
  writeFileSync(configuration, text.replace('<dir>/tmp/fonts<', `<dir>${join(tmpdir(), 'fonts')}<`));
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: ARGUMENTS });
}
