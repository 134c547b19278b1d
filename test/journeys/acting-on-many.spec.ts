// With scripts, a count of the records that are done; without them, the result alone.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { openBrowser } from '../views/browser.js';
import { PEOPLE, startDaybook, system, type Daybook } from '../web/daybook.js';
import { journey } from './journey.js';

const DOCUMENT = documentOf({
  1: 'name: Tickets\nkey: tickets',
  2: 'screens: { /tickets: { list: Ticket } }',
  3: 'entities: { Ticket: { title: "{subject}", fields: { subject: text } } }',
  4: `lifecycles:
  Ticket:
    states: { open: Open, closed: Closed }
    actions: { close: { from: open, to: closed }, reopen: { from: closed, to: open } }`,
});

describe('given twelve selected records', () => {
  let daybook: Daybook;
  let browser: Browser;
  let url: string;
  const ids = Array.from({ length: 12 }, () => uuid());

  beforeAll(async () => {
    [daybook, browser] = await Promise.all([startDaybook(), openBrowser()]);
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    await daybook.as('clerk');
    for (const id of ids) {
      const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
      const about = { application: 'tickets', entity: 'Ticket', id };
      await daybook.send(new OpenRecord({ ...about, input: { subject: `Lamp ${id}` }, context }));
    }
    await daybook.settled();
    url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await daybook.close();
  });

  it.each([
    { scripts: true, action: 'close', counts: ['0 of 12 done', '5 of 12 done', '10 of 12 done'] },
    { scripts: false, action: 'reopen', counts: [] },
  ])(
    'when an action is taken on all of them, then each is done once (scripts: $scripts)',
    async ({ scripts, action, counts }) => {
      const at = await journey(browser, url, { scripts });
      const { page } = at;
      page.setDefaultTimeout(8_000);
      await at.become('Clara Clerk');
      const versionOf = async (id: string) => {
        const answer = await page.request.get(`/api/tickets/Ticket/${id}`);
        return ((await answer.json()) as { version: number }).version;
      };
      const before = await versionOf(ids[0]!);
      const selected = ids.map((id) => `by-record=${id}`).join('&');
      await page.goto(`/tickets/tickets/selection/actions/${action}?${selected}`);
      const shown: string[] = [];
      await page.route('**/selection/actions/*', async (route) => {
        if (scripts && !route.request().isNavigationRequest())
          shown.push(await page.locator('.db-form-foot [role=status]').innerText());
        await route.continue();
      });
      await page.locator('form.db-form .db-form-foot button').click();
      await at.sees(/done for 12 records/);
      expect(shown).toEqual(counts);
      const versions = await Promise.all(ids.map(versionOf));
      expect(versions).toEqual(ids.map(() => before + 1));
      await at.end();
    },
    60_000,
  );
});
