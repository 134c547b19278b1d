// Cards are moved by dropping them, by keyboard, and without scripts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { OpenRecord, TakeAction } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { openBrowser } from '../views/browser.js';
import { PEOPLE, startDaybook, system, type Daybook } from '../web/daybook.js';
import { journey, type Journey } from './journey.js';

const DOCUMENT = documentOf({
  1: 'name: Tickets\nkey: tickets',
  2: 'screens: { /tickets: { list: Ticket }, /tickets/board: { board: Ticket, title: Tickets by state, filters: [owner] } }',
  3: 'entities: { Ticket: { title: "{subject}", fields: { subject: text, owner: text, remark: text } } }',
  4: `lifecycles:
  Ticket:
    states: { open: Open, closed: Closed, parked: Parked, filed: { title: Filed, final: true } }
    actions:
      close: { done: closed, from: open, to: closed }
      reopen: { from: closed, to: open }
      park: { done: parked, from: open, to: parked, ask: [remark] }
      file: { from: closed, to: filed, reason: required }`,
  5: 'rules: { R1: { on: Ticket, in: [closed], check: record.owner != null, error: OWNERLESS } }',
  8: 'errors: { OWNERLESS: { message: Someone has to own it. } }',
});

const BOARD = '/tickets/tickets/board';

describe('given a board', () => {
  let daybook: Daybook;
  let browser: Browser;
  let url: string;
  let subject: string;

  beforeAll(async () => {
    [daybook, browser] = await Promise.all([startDaybook(), openBrowser()]);
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    await daybook.as('clerk');
    url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await daybook.close();
  });

  beforeEach(async () => {
    subject = `Lamp ${uuid()}`;
    await open(subject, 'Ana');
  });

  async function open(title: string, owner: string | null): Promise<void> {
    const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
    const about = { application: 'tickets', entity: 'Ticket', id: uuid() };
    await daybook.send(new OpenRecord({ ...about, input: { subject: title, owner }, context }));
    await daybook.settled();
  }

  async function clerk(scripts: boolean): Promise<Journey> {
    const at = await journey(browser, url, { scripts });
    await at.become('Clara Clerk');
    await at.page.goto(`${BOARD}?owner=Ana`);
    return at;
  }

  const column = (page: Page, state: string) => page.locator(`section[data-state="${state}"]`);
  const card = (page: Page, state: string) =>
    column(page, state).locator('[data-card]', { hasText: subject });
  const isFiltered = (page: Page) => new URL(page.url()).searchParams.get('owner') === 'Ana';

  it('when a card is dropped on a column whose action asks for nothing, then it is there, and the board says so with its filters', async () => {
    const at = await clerk(true);
    const { page } = at;
    await card(page, 'open').dragTo(column(page, 'closed'));
    await card(page, 'closed').waitFor();
    await at.said(new RegExp(`Closed: ${subject}`));
    await at.sees('Tickets by state');
    expect(isFiltered(page)).toBe(true);
    await at.end();
  }, 60_000);

  it('when a card is dropped on a column whose action asks for something, then its form opens, and returns to the board', async () => {
    const at = await clerk(true);
    const { page } = at;
    await card(page, 'open').dragTo(column(page, 'parked'));
    await at.sees(`Park: ${subject}`);
    await page.getByLabel('Remark').fill('Waits for a bulb');
    await page.locator('form.db-form .btn-primary').click();
    await card(page, 'parked').waitFor();
    await at.said(new RegExp(`Parked: ${subject}`));
    expect(isFiltered(page)).toBe(true);
    await at.end();
  }, 60_000);

  it('when the form of a move is cancelled, then the board is back with its filters', async () => {
    const at = await clerk(true);
    const { page } = at;
    await card(page, 'open').dragTo(column(page, 'parked'));
    await at.follow('Cancel');
    await at.sees('Tickets by state');
    expect([isFiltered(page), await card(page, 'open').count()]).toEqual([true, 1]);
    await at.end();
  }, 60_000);

  it('when no action leads to the column, then the board says so', async () => {
    const at = await clerk(true);
    const { page } = at;
    await card(page, 'open').dragTo(column(page, 'filed'));
    await at.said('No action of yours moves it there.');
    expect(await card(page, 'open').count()).toBe(1);
    await at.end();
  }, 60_000);

  it('when a card is moved by keyboard alone, then it is moved as by dropping it', async () => {
    const at = await clerk(true);
    const { page } = at;
    await card(page, 'open').locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await card(page, 'closed').waitFor();
    await at.said(new RegExp(`Closed: ${subject}`));
    expect(isFiltered(page)).toBe(true);
    await at.end();
  }, 60_000);

  it('when somebody else moves a card, then that is announced, and a link shows it in its column', async () => {
    const at = await journey(browser, url, { scripts: true });
    const { page } = at;
    await at.become('Clara Clerk');
    const listening = page.waitForResponse((response) => response.url().includes('/-/lists/live'));
    await page.goto(`${BOARD}?owner=Ana`);
    await listening;
    const id = (await card(page, 'open').locator('a.db-row-link').getAttribute('href'))!.split('/').at(-1)!;
    const context = { actor: PEOPLE.second.id, commandId: uuid() };
    const about = { application: 'tickets', entity: 'Ticket', id, baseVersion: 1 };
    await daybook.send(new TakeAction({ ...about, action: 'close', input: {}, context }));
    await at.said('1 record is new here or has moved on');
    expect(await card(page, 'open').count()).toBe(1);
    await page.locator('.db-live').getByRole('link', { name: 'Show' }).click();
    await card(page, 'closed').waitFor();
    expect([await page.locator('.db-live').count(), isFiltered(page)]).toEqual([0, true]);
    await at.end();
  }, 60_000);

  it('when the move is refused, then the board says why, and the card stays', async () => {
    subject = `Chair ${uuid()}`;
    await open(subject, null);
    const at = await clerk(true);
    const { page } = at;
    await page.goto(BOARD);
    await card(page, 'open').dragTo(column(page, 'closed'));
    await at.said(`Not done: ${subject}. Someone has to own it.`);
    await at.sees('Tickets by state');
    expect(await card(page, 'open').count()).toBe(1);
    await page.reload();
    expect(await page.getByText('Not done:').count()).toBe(0);
    await at.end();
  }, 60_000);

  it('when a move is undone from the notice, then the board is back with its filters, and says what was undone', async () => {
    const at = await clerk(false);
    const { page } = at;
    await card(page, 'open').locator('summary').click();
    await card(page, 'open').getByRole('button', { name: 'Close' }).click();
    await at.follow('Undo: Reopen');
    await at.sees(`Reopen: ${subject}`);
    await page.locator('form.db-form .btn-primary').click();
    await card(page, 'open').waitFor();
    await at.said(new RegExp(`“Reopen” is recorded: ${subject}`));
    await at.sees('Tickets by state');
    expect(isFiltered(page)).toBe(true);
    await at.end();
  }, 60_000);

  it('without scripts, the buttons of a card move it', async () => {
    const at = await clerk(false);
    const { page } = at;
    await card(page, 'open').locator('summary').click();
    await card(page, 'open').getByRole('button', { name: 'Close' }).click();
    await card(page, 'closed').waitFor();
    await at.said(new RegExp(`Closed: ${subject}`));
    expect(isFiltered(page)).toBe(true);
    await at.end();
  }, 60_000);
});
