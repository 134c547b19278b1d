// The columns of a list are chosen in a panel that opens beside what is ticked.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { openBrowser } from '../views/browser.js';
import { PEOPLE, startDaybook, system, type Daybook } from '../web/daybook.js';
import { journey, type Journey } from './journey.js';

const DOCUMENT = documentOf({
  1: 'name: Tickets\nkey: tickets',
  2: 'screens: { /tickets: { list: Ticket, columns: [subject], filters: [owner] } }',
  3: 'entities: { Ticket: { title: "{subject}", fields: { subject: text, owner: text, room: text } } }',
  4: `lifecycles:
  Ticket:
    states: { open: Open, closed: Closed }
    actions: { close: { from: open, to: closed } }`,
});

const LIST = '/tickets/tickets?owner=Ana';

describe('given a list of tickets', () => {
  let daybook: Daybook;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    [daybook, browser] = await Promise.all([startDaybook(), openBrowser()]);
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    await daybook.as('clerk');
    for (const subject of ['Lamp', 'Chair']) {
      const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
      const about = { application: 'tickets', entity: 'Ticket', id: uuid() };
      const input = { subject, owner: 'Ana', room: `Room of ${subject}` };
      await daybook.send(new OpenRecord({ ...about, input, context }));
    }
    await daybook.settled();
    url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await daybook.close();
  });

  async function clerk(scripts: boolean): Promise<Journey> {
    const at = await journey(browser, url, { scripts });
    at.page.setDefaultTimeout(8_000);
    await at.become('Clara Clerk');
    await at.page.goto(LIST);
    return at;
  }

  const row = (page: Page, subject: string) => page.locator('tbody tr', { hasText: subject });
  const box = (page: Page, subject: string) => row(page, subject).locator('input[name=by-record]');
  const columnBox = (page: Page, title: string) =>
    page.locator('#columns').getByLabel(title, { exact: true });
  const header = (page: Page, title: string) => page.getByRole('columnheader', { name: title });
  const isFiltered = (page: Page) => new URL(page.url()).searchParams.get('owner') === 'Ana';

  it('when the columns are opened, then what is ticked stays ticked, and the address stays', async () => {
    const at = await clerk(true);
    const { page } = at;
    await box(page, 'Lamp').check();
    await at.follow('Columns');
    await columnBox(page, 'Subject').waitFor();
    expect(await columnBox(page, 'Subject').isChecked()).toBe(true);
    expect([await box(page, 'Lamp').isChecked(), await box(page, 'Chair').isChecked()]).toEqual([
      true,
      false,
    ]);
    expect(page.url()).toBe(`${url}${LIST}`);
    await at.sees('Tickets');
    await page.locator('.db-selection').getByRole('button', { name: 'Close' }).click();
    await at.sees('Close: 1 record');
    await at.end();
  }, 60_000);

  it('when a column is ticked, then the list has it at once, the panel stays open, and the filter holds', async () => {
    const at = await clerk(true);
    const { page } = at;
    await at.follow('Columns');
    await columnBox(page, 'Room').check();
    await header(page, 'Room').waitFor();
    expect(await row(page, 'Lamp').innerText()).toContain('Room of Lamp');
    expect(await columnBox(page, 'Room').isVisible()).toBe(true);
    expect(isFiltered(page)).toBe(true);
    await page.reload();
    await header(page, 'Room').waitFor();
    await at.sees('Tickets');
    await at.follow('Usual columns');
    await header(page, 'Room').waitFor({ state: 'detached' });
    expect(isFiltered(page)).toBe(true);
    await at.end();
  }, 60_000);

  it('without scripts, the panel is a page of its own, and its button shows the columns', async () => {
    const at = await clerk(false);
    const { page } = at;
    await at.follow('Columns');
    await columnBox(page, 'Room').check();
    await at.press('Show these columns');
    await header(page, 'Room').waitFor();
    expect(await row(page, 'Lamp').innerText()).toContain('Room of Lamp');
    expect(await row(page, 'Chair').count()).toBe(1);
    expect(isFiltered(page)).toBe(true);
    await at.follow('Usual columns');
    await header(page, 'Room').waitFor({ state: 'detached' });
    await at.end();
  }, 60_000);
});
