// Each task takes as many steps as docs/everyday-tasks.md says.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { DEMO_PEOPLE } from '#demo/demo-people.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { openBrowser } from '../views/browser.js';
import { startDaybook, system } from '../web/daybook.js';
import { serveExamples, type Served } from './served.js';
import { Steps, stepsDocumentedIn } from './steps.js';

const documentedSteps = stepsDocumentedIn('everyday-tasks.md');

describe('an everyday task takes as many steps as docs/everyday-tasks.md says', () => {
  let served: Served;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let steps: Steps;

  beforeAll(async () => {
    [served, browser] = await Promise.all([serveExamples(), openBrowser()]);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await served.close();
  });

  beforeEach(async () => {
    context = await browser.newContext({ baseURL: served.url, locale: 'en-GB', reducedMotion: 'reduce' });
    page = await context.newPage();
    steps = new Steps(page);
  });
  afterEach(async () => context.close());

  async function startAs(name: string): Promise<void> {
    await page.goto('/-/sign-in');
    const person = page.getByRole('button', { name: new RegExp(name) });
    await person.first().click();
    await page.waitForURL((at) => !at.pathname.startsWith('/-/sign-in'));
    // The tour's step leads to its beginning.
    await page.goto('/');
  }
  /** Jonas Weber submits to Priya Raman; without a page, so that no step is counted. */
  async function submitRequest(title: string): Promise<void> {
    const asking = await browser.newContext({ baseURL: served.url });
    const { request } = asking;
    await request.post('/-/sign-in/demo', { form: { person: DEMO_PEOPLE.jonas.id } });
    const idOf = async (entity: string, name: string) => {
      const { items } = (await (await request.get(`/api/purchasing/${entity}`)).json()) as {
        items: { id: string; title: string }[];
      };
      return items.find((each) => each.title.includes(name))!.id;
    };
    const fields = {
      title,
      department: 'Office',
      urgency: 'Normal',
      costCentre: await idOf('CostCentre', '4100'),
      supplier: await idOf('Supplier', 'Papeterie Sommer'),
      lines: [{ item: title, quantity: 2, price: '3.50' }],
    };
    const opened = await request.post('/api/purchasing/Request', { data: { fields } });
    expect([opened.status(), await opened.text()]).toEqual([201, expect.any(String)]);
    const { id } = (await opened.json()) as { id: string };
    const submitted = await request.post(`/api/purchasing/Request/${id}/actions/submit`, {
      headers: { 'If-Match': '"1"' },
      data: {},
    });
    expect([submitted.status(), await submitted.text()]).toEqual([200, expect.any(String)]);
    await asking.close();
  }
  /** Until scripts run, a list takes another step. */
  const isHeaded = async (name: string | RegExp) => {
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.waitForLoadState();
  };
  const expectSteps = (task: string) => expect(steps.taken).toBe(documentedSteps(task));

  it('finds a request by typing its supplier', async () => {
    await startAs('Priya Raman');
    await steps.press('/');
    await steps.type('lathe brandl');
    await page
      .getByRole('option', { name: /Lathe, used/ })
      .first()
      .waitFor();
    await steps.press('ArrowDown', 'Enter');
    await isHeaded('Lathe, used');
    expectSteps('Find a request by the name of its supplier');
  }, 120_000);

  it('opens a request of five lines by the keyboard alone', async () => {
    await startAs('Jonas Weber');
    await steps.press('/');
    await steps.type('new request');
    await page
      .getByRole('option', { name: /New request/i })
      .first()
      .waitFor();
    await steps.press('ArrowDown', 'Enter');
    await isHeaded(/New/);
    // By the skip link.
    await steps.press('Tab', 'Enter');
    await steps.tabTo('title');
    await steps.type('Five things');
    await steps.tabTo('department');
    await steps.type('Office');
    await steps.tabTo('costCentre');
    await steps.type('4100');
    await page.getByRole('option', { name: /4100/ }).first().waitFor();
    await steps.press('ArrowDown', 'Enter');
    await steps.tabTo('lines.0.item');
    for (let line = 0; line < 5; line++) {
      if (line > 0) await steps.press('Enter');
      await steps.type(`Thing ${line}`);
      await steps.press('Tab');
      await steps.type('2');
      await steps.press('Tab');
      await steps.type('1.50');
    }
    await steps.press('Control+Enter');
    await isHeaded('Five things');
    await page.getByText('€15.00').first().waitFor();
    expectSteps('Open a request of five lines by the keyboard alone');
  }, 120_000);

  it('approves three that wait', async () => {
    // The number of waiting examples depends on the hour.
    for (const title of ['Pens', 'Staples', 'Folders']) await submitRequest(title);
    await startAs('Priya Raman');
    const waiting = page
      .locator('.db-work')
      .first()
      .getByRole('button', { name: /^Approve/ });
    const atFirst = await waiting.count();
    for (let approved = 1; approved <= 3; approved++) {
      await steps.click(waiting.first());
      await page.locator('.db-notice').waitFor();
      await page.waitForLoadState();
      await expect(waiting.count()).resolves.toBe(atFirst - approved);
    }
    expectSteps('Approve three requests');
  }, 120_000);

  it('shows what is stuck, and since when', async () => {
    await startAs('Priya Raman');
    await steps.click(page.getByRole('link', { name: 'Purchase requests' }).first());
    await steps.click(page.getByRole('link', { name: 'Board' }));
    await isHeaded('Board');
    await page
      .locator('main')
      .getByText(/for\s\d+\s(days|months)/)
      .first()
      .waitFor();
    expectSteps('See what is stuck, and since when');
  }, 120_000);

  it('downloads the paid requests for Excel', async () => {
    await startAs('Sofia Marchetti');
    await steps.click(page.getByRole('link', { name: 'Purchase requests' }).first());
    await steps.click(page.getByRole('link', { name: 'Requests', exact: true }));
    await isHeaded('Requests');
    await steps.click(page.locator('summary', { hasText: /^State$/ }));
    await steps.click(page.getByRole('checkbox', { name: 'Paid' }));
    await page.waitForURL(/state=paid/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      steps.click(page.getByRole('link', { name: 'CSV for Excel' })),
    ]);
    const [heading, ...rows] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(heading).toContain('State');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !row.includes('Paid'))).toEqual([]);
    expectSteps('Open the paid requests in Excel');
  }, 120_000);

  it('downloads the paid requests for Excel from a saved view', async () => {
    await startAs('Sofia Marchetti');
    await page.goto('/purchasing/requests?state=paid');
    await page.locator('summary', { hasText: 'Save view' }).click();
    await page.locator('.db-save-view [name=name]').fill('Paid requests');
    await page.locator('.db-save-view [type=submit]').click();
    await page.locator('.db-notice').waitFor();
    await page.goto('/');
    await steps.click(page.getByRole('link', { name: /Paid requests/ }));
    await page.waitForURL(/state=paid/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      steps.click(page.getByRole('link', { name: 'CSV for Excel' })),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('Paid');
    expectSteps('Open the paid requests in Excel, from a saved view');
  }, 120_000);

  it('changes one’s own password', async () => {
    const daybook = await startDaybook();
    const password = 'a sentence is fine';
    const person = { id: uuid(), name: 'Mia Berg', signInName: 'mia', password };
    await daybook.send(new RegisterUser({ ...person, context: system() }));
    await daybook.settled();
    const url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
    await page.goto(`${url}/-/sign-in`);
    await page.locator('[name=name]').fill('mia');
    await page.locator('[name=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/`);
    await steps.click(page.getByRole('button', { name: /Mia Berg/ }));
    await steps.click(page.getByRole('link', { name: 'Your account' }));
    await steps.click(page.locator('[name=oldPassword]'));
    await steps.type(password);
    await steps.tabTo('password');
    await steps.type('another fine sentence');
    await steps.press('Enter');
    await page.locator('.db-notice').waitFor();
    expectSteps('Change one’s own password');
    await daybook.close();
  }, 120_000);

  it('shows why a button is missing', async () => {
    await startAs('Priya Raman');
    await page.goto('/purchasing/requests?q=lathe');
    await page.locator('.db-row-link').first().click();
    await steps.click(page.locator('.db-why-not summary').first());
    await expect(page.locator('.db-why-not[open]').count()).resolves.toBe(1);
    expectSteps('See why a button is missing');
  }, 120_000);

  it('shows what will happen by itself', async () => {
    await startAs('Priya Raman');
    await steps.click(page.getByRole('link', { name: 'Purchase requests' }).first());
    await steps.click(page.getByRole('link', { name: 'Scheduled' }));
    await isHeaded(/Scheduled/);
    await page
      .locator('main')
      .getByText(/Remind|Chase/)
      .first()
      .waitFor();
    expectSteps('See what happens next by itself');
  }, 120_000);
});
