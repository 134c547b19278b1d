// From opening to the audit timeline.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../views/browser.js';
import { journey, type Journey, type Way } from './journey.js';
import type { Served } from './served.js';

/** `ways`: with scripts, or without. `axe`: see journey.ts. */
export function purchaseRequest(
  serve: () => Promise<Served>,
  ways: readonly ('with' | 'without')[],
  { axe }: Pick<Way, 'axe'> = {},
): void {
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    [served, browser] = await Promise.all([serve(), openBrowser()]);
  }, 180_000);

  afterAll(async () => {
    await browser.close();
    await served.close();
  });

  describe.each(ways)('a purchase request, %s scripts', (how) => {
    let at: Journey;
    let address: string;

    beforeAll(async () => {
      at = await journey(browser, served.url, { scripts: how === 'with', axe });
    });

    afterAll(async () => at.end());

    const fill = async (label: string, text: string) =>
      at.page.getByLabel(label, { exact: false }).first().fill(text);
    const choose = async (label: string, title: string) => at.choose(label, title);

    it('is opened by somebody who needs something', async () => {
      await at.page.goto('/');
      await at.sees('Welcome to Daybook');
      await at.become('Jonas Weber');
      await at.sees('Waiting for you');
      await at.follow('Purchase requests');
      await at.sees('Requests');
      await at.follow('New request');
      await at.sees('New request');
      await fill('What you need', 'Two monitors for the new colleagues');
      await choose('Department', 'Office');
      await fill('Item, row 1', 'Monitor');
      await fill('Quantity, row 1', '2');
      await at.press('Create request');
      await at.sees('New request');
      await at.said('Choose cost centre');
      await at.said('Enter price for one in row 1');
      await choose('Cost centre', '4100 Office and IT');
      await fill('Price for one, row 1', '249.90');
      await at.press(/^Add (rows|a row)$/);
      await fill('Item, row 2', 'Cable');
      await fill('Quantity, row 2', '2');
      await fill('Price for one, row 2', '9.95');
      await at.press('Create request');
      await at.sees('Two monitors for the new colleagues');
      await at.said('€519.70');
      address = at.page.url();
    }, 180_000);

    it('has the budget holder of the cost centre, though nobody chose one', async () => {
      await at.said('Budget holder');
      await at.said('Priya Raman');
      expect(await at.page.getByText('Priya Raman').count()).toBeGreaterThan(0);
    }, 180_000);

    it('is not submitted as long as a rule says no, and the page says which', async () => {
      const refusal = at.page.locator('details', { hasText: 'does not say from whom we buy' });
      await refusal.getByText('Why not?').click();
      await at.sees('Two monitors for the new colleagues');
      await refusal.getByRole('link', { name: /specification §5, line \d+/ }).click();
      await at.sees(/Purchase requests/);
      expect(at.page.url()).toMatch(/#line-\d+$/);
    }, 180_000);

    it('is submitted once it says from whom', async () => {
      await at.page.goto(address);
      await at.follow('Edit');
      await at.sees(/^Change PR-/);
      const holders = at.page.locator('select[name="budgetHolder"] option');
      expect((await holders.allTextContents()).filter((name) => / /.test(name))).toEqual([
        'Priya Raman',
        'Thomas Okafor',
      ]);
      await choose('Supplier', 'Laborbedarf Nord GmbH');
      await at.press('Save');
      await at.said('Saved.');
      await at.press('Submit');
      await at.sees('Two monitors for the new colleagues');
      await at.said(/Submitted: PR-/);
      await at.said('Waiting for approval');
    }, 180_000);

    it('is sent back with a reason, and not without', async () => {
      await at.become('Priya Raman');
      await at.page.goto(address);
      await at.follow('Send back with a question…');
      await at.sees(/^Send back with a question: /);
      await fill('Reason', '   ');
      await at.press('Send back with a question');
      await at.said('Enter a reason');
      await at.sees(/^Send back with a question: /);
      await fill('Reason', 'Also for the meeting room?');
      await at.press('Send back with a question');
      await at.sees('Two monitors for the new colleagues');
      await at.said('Also for the meeting room?');
    }, 180_000);

    it('is changed, submitted again and approved', async () => {
      await at.become('Jonas Weber');
      await at.page.goto(address);
      await at.follow('Edit');
      await at.sees(/^Change PR-/);
      await fill('Quantity, row 1', '3');
      await at.press('Save');
      await at.said('Saved.');
      await at.press('Submit');
      await at.said(/Submitted: PR-/);
      await at.become('Priya Raman');
      await at.page.goto(address);
      await at.press('Approve');
      await at.said(/Approved: PR-/);
      await at.sees('Two monitors for the new colleagues');
      await at.page.getByLabel('Comment').fill('Enjoy them.');
      await at.press('Add comment');
      await at.said('Enjoy them.');
    }, 180_000);

    it('is in the audit timeline with every step', async () => {
      await at.become('Ruth Adler');
      await at.follow('Audit timeline');
      await at.sees('Audit timeline');
      await at.page.goto(`/-/timeline?record=${address.split('/').at(-1)}`);
      await at.sees('Audit timeline');
      const steps = await at.page.locator('main').innerText();
      for (const words of [
        'Priya Raman',
        'Jonas Weber',
        'Also for the meeting room?',
        'Enjoy them.',
        'Waiting for approval',
      ])
        expect(steps).toContain(words);
      const { events } = await served.store.read(`purchasing.Request-${address.split('/').at(-1)}`);
      // The examples' order system, where it runs, answers with a number at any time.
      const ofPeople = events.filter(
        ({ data }) => !('orderNumber' in ((data as { changes?: object }).changes ?? {})),
      );
      expect(ofPeople.map(({ type }) => type)).toEqual([
        'record.opened',
        'record.changed',
        'record.action-taken',
        'record.timers-set',
        'record.action-taken',
        'record.timers-set',
        'record.changed',
        'record.action-taken',
        'record.timers-set',
        'record.action-taken',
        'record.call-requested',
        'record.timers-set',
        'record.commented',
      ]);
    }, 180_000);

    it('stands beside pages that all can be read by everybody', async () => {
      await at.become('Ines Albrecht');
      for (const [path, heading] of [
        ['/purchasing/requests/board', 'Board'],
        ['/purchasing/suppliers', 'Suppliers'],
        ['/purchasing/specification', /Purchase requests/],
        ['/-/people', 'People'],
        ['/-/people/new', 'Register a person'],
        ['/-/publish', 'Publish a specification'],
        ['/-/status', /Status/],
        ['/purchasing/nothing', 'There is nothing here'],
      ] as const) {
        await at.page.goto(path);
        await at.sees(heading);
      }
    }, 180_000);
  });
}
