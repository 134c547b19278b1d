import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { ExampleTour } from '#web/layout/example-data-state.js';
import { OpenRecord } from '#domain/record/record-commands.js';
import { v7 as uuid } from 'uuid';
import { PEOPLE, startDaybook, type Browser, type Daybook } from '../daybook.js';

const tour: ExampleTour = {
  process: { application: 'orders', entity: 'Order' },
  steps: [
    {
      title: 'tour.ask',
      person: PEOPLE.clerk.id,
      what: 'tour.askHow',
      begins: '/orders/orders',
      doneBy: { events: ['record.opened'] },
    },
    {
      ...{
        title: 'tour.decide',
        person: PEOPLE.boss.id,
        what: 'tour.decideHow',
        begins: '/orders/-/waiting/newest',
      },
      doneBy: { page: '/-/account' },
    },
    {
      ...{
        title: 'tour.audit',
        person: '01900000-0000-7000-8000-0000000000ff',
        what: 'tour.auditHow',
        begins: '/-/timeline',
      },
      doneBy: { page: '/-/timeline' },
    },
  ],
};

const examples = { loading: () => undefined, tour };

const page = (text: string) => parse(text);
const textsOf = (html: ReturnType<typeof page>, selector: string) =>
  html.querySelectorAll(selector).map((each) => each.textContent.trim());

describe('where the people of the examples can be signed in as', () => {
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook({ examples });
  });
  afterAll(async () => daybook.close());

  it('the sign-in page draws the lifecycle of a record without numbers of records, and leads in steps to those of its people who are there', async () => {
    const html = page((await daybook.browser().get('/-/sign-in')).text);
    expect(textsOf(html, '.db-lifecycle .db-map-state title')).toEqual(
      expect.arrayContaining(['Draft', 'Sent', 'Approved', 'Paid']),
    );
    expect(textsOf(html, '.db-lifecycle .db-map-move title')).toContain('Created');
    expect(textsOf(html, '.db-lifecycle text').join(' ')).not.toMatch(/\d/);
    expect(html.querySelectorAll('.db-lifecycle a')).toEqual([]);
    expect(textsOf(html, '.db-tour b')).toEqual(['Ask as Clara Clerk', 'Decide as Bea Boss']);
    expect(textsOf(html, '.db-demo b')).not.toContain('Clara Clerk');
    expect(textsOf(html, '.db-demo b')).toContain('Gus Guest');
  });

  it('whoever signs in by a step lands where it begins, unless another page is asked for', async () => {
    const nextsOf = async (address: string) =>
      page((await daybook.browser().get(address)).text)
        .querySelectorAll('.db-tour input[name=next]')
        .map((input) => input.getAttribute('value'));
    expect(await nextsOf('/-/sign-in')).toEqual(['/orders/orders', '/orders/-/waiting/newest']);
    const other = '/orders/orders?state=draft';
    expect(await nextsOf(`/-/sign-in?next=${encodeURIComponent(other)}`)).toEqual([other, other]);
  });

  it('the sign-in page leads in German where the browser accepts it', async () => {
    const { text } = await daybook.browser().get('/-/sign-in').set('Accept-Language', 'de');
    const html = page(text);
    expect(textsOf(html, '.db-tour b')).toEqual(['Clara Clerk: Anfordern', 'Bea Boss: Entscheiden']);
    expect(textsOf(html, '.db-tour')[0]).toContain('Genehmigen Sie ihn, lehnen Sie ihn ab');
  });

  it('one of them goes on as another from the header of any page, and stays on it', async () => {
    const browser = await daybook.as('clerk');
    const html = page((await browser.get('/orders/orders')).text);
    const form = html.querySelector('.db-switch form[popover=auto]')!;
    expect(html.querySelector('.db-switch button')?.getAttribute('popovertarget')).toBe(form.id);
    const people = form.querySelectorAll('button');
    expect(people).toHaveLength(4);
    const boss = people.find((button) => button.textContent.includes('Bea Boss'))!;
    const inputs = [boss, ...form.querySelectorAll('input')].map((input) => [
      input.getAttribute('name')!,
      input.getAttribute('value')!,
    ]);
    const answer = await browser
      .post(form.getAttribute('action')!)
      .type('form')
      .send(Object.fromEntries(inputs));
    expect([answer.status, answer.headers['location']]).toEqual([303, '/orders/orders']);
    expect(
      page((await browser.get('/orders/orders')).text).querySelector('.db-person-name')?.textContent,
    ).toBe('Bea Boss');
  });
});

describe('what to try', () => {
  let daybook: Daybook;
  let guest: Browser;

  beforeAll(async () => {
    daybook = await startDaybook({ examples });
    guest = await daybook.as('guest');
  });
  afterAll(async () => daybook.close());

  const steps = async () => {
    await daybook.settled();
    return textsOf(page((await guest.get('/')).text), '.db-try .db-tick');
  };
  const open = async (effectiveAt?: string) =>
    daybook.send(
      new OpenRecord({
        application: 'orders',
        entity: 'Order',
        id: uuid(),
        input: { title: 'Tea' },
        context: {
          actor: PEOPLE.clerk.id,
          commandId: uuid(),
          ...(effectiveAt !== undefined && { effectiveAt }),
        },
      }),
    );

  it('is not done by the made-up past', async () => {
    await open('2026-01-05T10:00:00.000Z');
    expect(await steps()).toEqual(['To do:', 'To do:']);
  });

  it('stands before all else, with a way to where each begins, until it is done', async () => {
    const main = page((await guest.get('/')).text).querySelector('main')!;
    expect(main.querySelector('h1, .db-try-title')?.textContent).toBe('Try this');
    expect(
      main.querySelectorAll('.db-try input[name=next]').map((each) => each.getAttribute('value')),
    ).toContain('/orders/orders');
  });

  it('is done as soon as its person does it', async () => {
    await open();
    expect(await steps()).toEqual(['Done:', 'To do:']);
  });

  it('is done as soon as its person, and nobody else, opens the page that is to be looked at', async () => {
    await guest.get('/-/account');
    expect(await steps()).toEqual(['Done:', 'To do:']);
    await (await daybook.as('boss')).get('/-/account');
    expect(await steps()).toEqual(['Done:', 'Done:']);
    const main = page((await guest.get('/')).text).querySelector('main')!;
    expect(main.querySelector('h1, .db-try-title')?.textContent).not.toBe('Try this');
    expect(main.querySelector('.db-try')?.textContent).toContain('That is all:');
  });

  it('stands on the first page alone', async () => {
    expect((await guest.get('/-/account')).text).not.toContain('Try this');
  });
});

describe('where nobody signs in without a password', () => {
  it('the sign-in page tells nothing of examples or of what is published', async () => {
    const daybook = await startDaybook({ demo: false, examples });
    const html = page((await daybook.browser().get('/-/sign-in')).text);
    expect(html.querySelector('.db-introduction')).toBeNull();
    expect(html.textContent).not.toMatch(/Draft|Clara/);
    await daybook.close();
  });
});
