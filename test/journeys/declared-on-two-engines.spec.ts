import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newEventStoreDb } from '../engines/empty-eventstoredb.js';
import { newMongoDb } from '../engines/empty-mongodb.js';
import { openBrowser } from '../views/browser.js';
import { aSpending } from './declared.js';
import { serveSpending, type Spending } from './spending.js';

describe('given events in EventStoreDB and read models in MongoDB', () => {
  let browser: Browser;
  let spending: Spending;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    const [events, reads] = await Promise.all([newEventStoreDb(), newMongoDb()]);
    stops.push(events.stop, reads.stop);
    spending = await serveSpending({
      events: { engine: 'eventstoredb', url: events.url },
      reads: { engine: 'mongodb', url: reads.url },
    });
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await spending.close();
    await Promise.all(stops.map(async (stop) => stop()));
  });

  // axe checks the same pages on the embedded engines.
  aSpending('with scripts', () => [spending, browser], { scripts: true, axe: false });
});
