import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { PEOPLE, startDaybook, system, type Browser, type Daybook } from '#test/web/daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Tickets\nkey: tickets',
  2: 'screens: { /tickets: { list: Ticket, title: All tickets, filters: [state] } }',
  3: 'entities: { Ticket: { number: "T-{seq:1}", title: "{subject}", fields: { subject: text } }, Team: { fields: { name: text } } }',
  4: `lifecycles:
  Ticket:
    states: { open: Open, closed: Closed, filed: { title: Filed, final: true } }
    actions:
      close: { from: open, to: closed }
      reopen: { title: Open again, from: closed, to: open }
      file: { done: put away, from: closed, to: filed }`,
});

let daybook: Daybook;
let clerk: Browser;

beforeAll(async () => {
  daybook = await startDaybook();
  await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
  await daybook.settled();
  clerk = await daybook.as('clerk');
});
afterAll(() => daybook.close());

async function opened(): Promise<string> {
  const id = uuid();
  const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
  await daybook.send(
    new OpenRecord({ application: 'tickets', entity: 'Ticket', id, input: { subject: 'Lamp' }, context }),
  );
  await daybook.settled();
  return `/tickets/tickets/${id}`;
}

async function taken(record: string, action: string, seen: number): Promise<string> {
  const answer = await clerk
    .post(`${record}/actions/${action}`)
    .type('form')
    .send({ commandId: uuid(), seen: String(seen) });
  expect(answer.status).toBe(303);
  await daybook.settled();
  return answer.headers['location'] as string;
}

const noticeLinks = (html: string, begin: 'Undo' | 'Next waiting') =>
  parse(html)
    .querySelectorAll('.db-notice a')
    .map((link) => [link.textContent, link.getAttribute('href')])
    .filter(([text]) => text?.startsWith(begin));

const noticeOf = (html: string) => parse(html).querySelector('.db-notice')?.textContent ?? '';

const wayBack = (html: string) => {
  const link = parse(html).querySelector('.db-back');
  return [link?.textContent, link?.getAttribute('href')];
};

describe('after an action', () => {
  it('leads to what has waited longest for the person, and nowhere once nothing waits', async () => {
    const [one, other] = [await opened(), await opened()];
    const next = await taken(one, 'close', 1);
    expect(noticeLinks((await clerk.get(next)).text, 'Next waiting')).toEqual([
      [expect.stringMatching(/^Next waiting: T-\d Lamp ›$/), other],
    ]);
    await taken(one, 'file', 2);
    await taken(other, 'close', 1);
    const last = await taken(other, 'file', 2);
    expect(noticeLinks((await clerk.get(last)).text, 'Next waiting')).toEqual([]);
  });

  it('offers the action that leads back, once', async () => {
    const record = await opened();
    const next = await taken(record, 'close', 1);
    expect(noticeLinks((await clerk.get(next)).text, 'Undo')).toEqual([
      ['Undo: Open again', `${record}/actions/reopen`],
    ]);
    expect(noticeLinks((await clerk.get(next)).text, 'Undo')).toEqual([]);
  });

  it('says what was done to which record, and what comes next', async () => {
    const record = await opened();
    const next = await taken(record, 'close', 1);
    expect(noticeOf((await clerk.get(next)).text)).toMatch(
      /^“Close” is recorded: T-\d Lamp\. You can go on with: File\./,
    );
    const done = await taken(record, 'file', 2);
    expect(noticeOf((await clerk.get(done)).text)).toMatch(/^Put away: T-\d Lamp\./);
  });

  it('returns to the page of what waits where it was taken there, with the way back and a link to its record', async () => {
    const record = await opened();
    const { text: home } = await clerk.get('/tickets/-/waiting');
    const action = `${record}/actions/close?return=${encodeURIComponent('/tickets/-/waiting')}`;
    const form = parse(home).querySelector(`form[action="${action}"]`);
    const inputs = Object.fromEntries(
      form!
        .querySelectorAll('input')
        .map((input) => [input.getAttribute('name')!, input.getAttribute('value')!]),
    );
    const answer = await clerk.post(action).type('form').send(inputs);
    expect(answer.headers['location']).toBe(
      `/tickets/-/waiting?done=${encodeURIComponent(`${record}?after=close`)}`,
    );
    await daybook.settled();
    const { text } = await clerk.get(answer.headers['location']!);
    const links = parse(text).querySelectorAll('.db-notice a');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Undo: Open again', `${record}/actions/reopen?return=${encodeURIComponent('/tickets/-/waiting')}`],
      ['Open the record', `${record}?after=close`],
    ]);
    expect(noticeOf(text)).toContain('“Close” is recorded: T-');
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example/', 'javascript:alert(1)'])(
    'returns to no other site, as %s would be',
    async (page) => {
      const record = await opened();
      const answer = await clerk
        .post(`${record}/actions/close?return=${encodeURIComponent(page)}`)
        .type('form')
        .send({ commandId: uuid(), seen: '1' });
      expect(answer.headers['location']).toBe(`/?done=${encodeURIComponent(`${record}?after=close`)}`);
    },
  );

  it('is preceded by what becomes of the record, and by whether it can be undone', async () => {
    const record = await opened();
    const before = async (action: string) =>
      parse((await clerk.get(`${record}/actions/${action}`)).text).querySelector('.db-form-outcome')
        ?.textContent;
    expect(await before('close')).toBe('Moves it to “Closed”.');
    await taken(record, 'close', 1);
    expect(await before('file')).toBe('Moves it to “Filed”. You cannot undo this.');
    const home = parse((await clerk.get('/')).text).querySelector('main')!.textContent;
    expect(home).toContain('“File” takes effect at once. You cannot undo it.');
  });

  it('offers nothing where the lifecycle has no way back', async () => {
    const record = await opened();
    await taken(record, 'close', 1);
    const next = await taken(record, 'file', 2);
    expect(noticeLinks((await clerk.get(next)).text, 'Undo')).toEqual([]);
  });
});

describe('history of a record', () => {
  it('shows everything, or the comments alone, by links that need no scripts', async () => {
    const record = await opened();
    const commented = await clerk
      .post(`${record}/comment`)
      .type('form')
      .send({ commandId: uuid(), text: 'It flickers.' });
    expect(commented.status).toBe(303);
    await daybook.settled();
    const page = parse((await clerk.get(record)).text);
    const sentences = (html: ReturnType<typeof parse>) => html.querySelectorAll('.db-sentence').length;
    const tabs = page.querySelectorAll('.db-history-tabs a');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Everything', 'Comments1']);
    const comments = parse((await clerk.get(tabs[1]!.getAttribute('href')!)).text);
    expect([sentences(page), sentences(comments)]).toEqual([2, 1]);
    expect(comments.querySelector('.db-history-tabs [aria-current]')?.textContent).toBe('Comments1');
    expect(comments.querySelector('.db-timeline')?.textContent).toContain('It flickers.');
  });
});

describe('way back from a record', () => {
  it('leads to the list with its filters, and to all of it where none was looked at', async () => {
    const [record, browser] = [await opened(), await daybook.as('second')];
    expect(wayBack((await browser.get(record)).text)).toEqual(['Tickets', '/tickets/tickets']);
    await browser.get('/tickets/tickets?state=open&sort=subject');
    expect(wayBack((await browser.get(record)).text)).toEqual([
      'All tickets',
      '/tickets/tickets?state=open&sort=subject',
    ]);
  });

  it('leads to the board as it was before an action returned to it', async () => {
    const [record, browser] = [await opened(), await daybook.as('second')];
    const done = encodeURIComponent(`${record}?after=close`);
    await browser.get(`/tickets/tickets/board?state=open&done=${done}`);
    expect(wayBack((await browser.get(record)).text)[1]).toBe('/tickets/tickets/board?state=open');
  });

  it('leads to no list of other records, and to none that somebody else looked at', async () => {
    const [record, browser] = [await opened(), await daybook.as('second')];
    await browser.get('/tickets/teams?q=x');
    expect(wayBack((await browser.get(record)).text)).toEqual(['Tickets', '/tickets/tickets']);
    await browser.get('/tickets/tickets?state=open');
    await browser.post('/-/sign-out');
    await browser.post('/-/sign-in/demo').type('form').send({ person: PEOPLE.boss.id });
    expect(wayBack((await browser.get(record)).text)).toEqual(['Tickets', '/tickets/tickets']);
  });
});
