import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newEventStoreDb } from '../engines/empty-eventstoredb.js';
import { newMongoDb } from '../engines/empty-mongodb.js';
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

describe('given events in EventStoreDB and read models in MongoDB', () => {
  let spending: Spending;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const [events, reads] = await Promise.all([newEventStoreDb(), newMongoDb()]);
    stops.push(events.stop, reads.stop);
    spending = await serveSpending({
      events: { engine: 'eventstoredb', url: events.url },
      reads: { engine: 'mongodb', url: reads.url },
    });
  }, 180_000);
  afterAll(async () => {
    await spending.close();
    await Promise.all(stops.map(async (stop) => stop()));
  });

  // axe checks the same pages on the embedded engines.
  aSpending('with scripts', () => [spending, browser], { scripts: true, axe: false });
});
