import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../views/browser.js';
import { aSpending } from './declared.js';
import { serveSpending, type Spending } from './spending.js';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
}, 180_000);
afterAll(async () => browser.close());

describe('on the embedded engines', () => {
  let spending: Spending;

  beforeAll(async () => {
    spending = await serveSpending();
  }, 180_000);
  afterAll(async () => spending.close());

  aSpending('with scripts', () => [spending, browser], { scripts: true });
  aSpending('without scripts', () => [spending, browser], { scripts: false });
});
