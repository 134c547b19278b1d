import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../views/browser.js';
import { serveCluster, type Cluster } from './cluster.js';
import { journey, type Journey } from './journey.js';

let cluster: Cluster;
// axe checks the same pages on the embedded engines.
const PAGES_ALIKE = { axe: false };

beforeAll(async () => {
  cluster = await serveCluster();
}, 300_000);

afterAll(async () => cluster.close(), 60_000);

describe('two processes that serve pages on EventStoreDB and MongoDB', () => {
  let browser: Browser;
  let jonas: Journey;
  let priya: Journey;
  let path: string;

  beforeAll(async () => {
    browser = await openBrowser();
    [jonas, priya] = await Promise.all([
      journey(browser, cluster.pages[0]!, { scripts: true, ...PAGES_ALIKE }),
      journey(browser, cluster.pages[1]!, { scripts: true, ...PAGES_ALIKE }),
    ]);
  }, 180_000);

  afterAll(async () => browser.close());

  it('know who signed in at the other one', async () => {
    await jonas.become('Jonas Weber');
    await priya.become('Priya Raman');
    await jonas.page.goto(`${cluster.pages[1]}/purchasing/requests`);
    await jonas.sees('Requests');
    await jonas.said('Jonas Weber');
  }, 60_000);

  it('take at one what was opened at the other, and show it at once', async () => {
    await jonas.page.goto(`${cluster.pages[0]}/purchasing/requests/new`);
    await jonas.page.getByLabel('What you need').fill('A lamp');
    await jonas.page.getByLabel('Department').selectOption({ label: 'Office' });
    await jonas.choose('Cost centre', '4100 Office and IT');
    await jonas.choose('Supplier', 'Laborbedarf Nord GmbH');
    await jonas.page.getByLabel('Item, row 1').fill('Lamp');
    await jonas.page.getByLabel('Quantity, row 1').fill('1');
    await jonas.page.getByLabel('Price for one, row 1').fill('49.90');
    await jonas.press('Create request');
    await jonas.sees('A lamp');
    path = new URL(jonas.page.url()).pathname;
    await jonas.page.goto(`${cluster.pages[1]}${path}`);
    await jonas.sees('A lamp');
    await jonas.press('Submit');
    await jonas.said(/Submitted: PR-/);
    await jonas.said('Waiting for approval');
  }, 60_000);

  it('tell an open page of one what happened at the other', async () => {
    await jonas.page.goto(`${cluster.pages[0]}${path}`);
    await jonas.sees('A lamp');
    await priya.page.goto(path);
    await priya.page.getByLabel('Comment').fill('Which colour?');
    await priya.press('Add comment');
    await priya.said('Which colour?');
    await jonas.said('This was changed just now.');
    await jonas.follow('Show the changes');
    await jonas.said('Which colour?');
  }, 60_000);

  it('both let nobody in who signed out at one of them, whoever kept the cookie', async () => {
    const kept = (await jonas.context.cookies()).filter(({ name }) => name === 'daybook-session');
    await jonas.page.goto(`${cluster.pages[0]}/`);
    await jonas.press(/Jonas Weber/);
    await jonas.press('Sign out');
    await jonas.sees('Welcome to Daybook');
    await jonas.said('You are signed out.');
    await jonas.context.addCookies(kept);
    for (const page of cluster.pages) {
      await jonas.page.goto(`${page}${path}`);
      await jonas.sees('Welcome to Daybook');
    }
    expect(kept).toHaveLength(1);
  }, 60_000);
});
