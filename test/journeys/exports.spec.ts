// What leaves Daybook: a list by a saved view, and the timeline, whose file is checked afterwards.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Download, Locator } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { openBrowser } from '../views/browser.js';
import { PEOPLE, startDaybook, system, type Daybook } from '../web/daybook.js';
import { journey, type Journey } from './journey.js';

const DOCUMENT = documentOf({
  1: 'name: Tickets\nkey: tickets',
  2: 'screens: { /tickets: { list: Ticket, columns: [subject, owner], filters: [owner] } }',
  3: 'entities: { Ticket: { title: "{subject}", fields: { subject: text, owner: text } } }',
});

describe('given an admin with a list of tickets', () => {
  let daybook: Daybook;
  let browser: Browser;
  let admin: Journey;

  beforeAll(async () => {
    [daybook, browser] = await Promise.all([startDaybook(), openBrowser()]);
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const [subject, owner] of [
      ['Lamp', 'Ana'],
      ['Chair', 'Bo'],
    ]) {
      const context = { actor: PEOPLE.admin.id, commandId: uuid() };
      const about = { application: 'tickets', entity: 'Ticket', id: uuid() };
      await daybook.send(new OpenRecord({ ...about, input: { subject, owner }, context }));
    }
    await daybook.settled();
    const url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
    admin = await journey(browser, url, { scripts: true });
    admin.page.setDefaultTimeout(20_000);
    await admin.become(PEOPLE.admin.name);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await daybook.close();
  });

  async function download(link: Locator): Promise<Download> {
    const [started] = await Promise.all([admin.page.waitForEvent('download'), link.click()]);
    return started;
  }
  const read = async (file: Download) => readFileSync(await file.path(), 'utf8');

  it('when they save a view of it, then the first page leads there, and CSV has what it shows', async () => {
    const { page } = admin;
    await page.goto('/tickets/tickets?owner=Ana');
    await page.locator('#save-view summary').click();
    await page.getByLabel('Name of the view').fill('Tickets of Ana');
    await page.locator('#save-view button').click();
    await admin.said('View saved.');
    await page.goto('/');
    await admin.follow('Tickets of Ana');
    await admin.sees('Tickets');
    const file = await download(page.getByRole('link', { name: 'CSV for Excel' }));
    const text = await read(file);
    expect([text.includes('Lamp'), text.includes('Chair')]).toEqual([true, false]);
  });

  it('when they export the timeline, then its file is found unchanged, and one that was edited is not', async () => {
    const { page } = admin;
    await page.goto('/');
    await admin.follow('Audit timeline');
    const file = await download(page.getByRole('link', { name: 'CSV', exact: true }));
    const text = await read(file);
    await admin.follow('Check a file that was exported');
    await admin.sees('Check an export');
    const check = async (name: string, content: string) => {
      await page
        .getByLabel('Exported file')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
      await admin.press('Check');
    };
    await check(file.suggestedFilename(), text);
    await admin.said(`${file.suggestedFilename()} is unchanged`);
    await admin.sees('Check an export');
    const exporter = page.locator('.db-facts > div', { hasText: 'Exported by' });
    expect(await exporter.textContent()).toContain(PEOPLE.admin.name);
    const count = await page.locator('.db-facts > div', { hasText: 'Events in it' }).textContent();
    expect(count).toContain(/^events,(\d+)/m.exec(text)![1]);

    await check('edited.csv', text.replace('Lamp', 'Sofa'));
    await admin.said('edited.csv was changed');
    await admin.sees('Check an export');
    expect(await page.getByText('Events in it').count()).toBe(0);
    await admin.follow('Show the timeline with the same filters');
    await admin.sees('Audit timeline');
  });
});
