// What a document declares beside records and states, in a real browser: two who approve and sign (one as a deputy), files, a call that is given up, a reminder, a report.
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { startCalls, type RunningCalls } from '#cli/calls/start-calls.js';
import { startTimers, type RunningTimers } from '#cli/timers/start-timers.js';
import { WritingPorts } from '#command-handling/writing-ports.js';
import { INSTALLATION } from '#domain/event.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { json, otherSide, type OtherSide } from '../calls/other-side.js';
import { pdf } from '../files/files.js';
import { documentOf } from '../specification/documents.js';
import { openBrowser } from '../views/browser.js';
import { startDaybook, system, type Daybook } from '../web/daybook.js';
import { journey, type Journey } from './journey.js';

const document = (url: string) =>
  documentOf({
    1: 'name: Spending\nkey: spending\ntimeZone: Europe/Berlin',
    2: `screens:
  /spends: { list: Spend, columns: [number, title, amount, state], filters: [state] }
  /by-state: { report: Spend, title: By state, by: [state], measure: [count, sum(amount)] }`,
    3: `entities:
  Spend:
    number: "S-{seq}"
    title: "{title}"
    fields:
      title: { type: text, required: true }
      amount: { type: money, currency: EUR }
      quotes: { type: files, title: Quotes }
      order: { type: text }`,
    4: `lifecycles:
  Spend:
    states: { draft: Draft, waiting: Waiting, approved: Approved }
    actions:
      submit: { from: draft, to: waiting }
      approve: { from: waiting, to: approved, by: [boss], not: record.openedBy, approvals: 2, sign: I approve this spending }
    timers:
      remind: { title: Remind the bosses, in: waiting, after: P3D, mail: remind }`,
    6: 'roles: { boss: Boss, clerk: Clerk }',
    7: `calls:
  order:
    on: Spend.approve
    post: "${url}/orders"
    body: { number: record.number }
    retries: { times: 1, wait: PT1S }
    then: { set: { order: response.body.id } }
  remind:
    mail: { to: "'bosses@example.org'", subject: "{record.number} waits", text: Please look at it. }`,
  });

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const PASSWORD = 'a sentence is fine';
const person = (name: string, ...roles: (readonly [string, string])[]) => ({
  ...{ id: uuid(), name, signInName: name.split(' ')[0]!.toLowerCase(), password: PASSWORD },
  roles: roles.map(([application, role]) => ({ application, role })),
});
const PEOPLE = [
  person('Cleo Clerk', ['spending', 'clerk']),
  person('Bea Boss', ['spending', 'boss']),
  person('Ben Boss', ['spending', 'boss']),
  person('Dora Deputy', ['spending', 'clerk']),
  person('Ada Admin', [INSTALLATION, 'admin']),
];

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('a spending, %s', (_how, scripts) => {
  let daybook: Daybook;
  let browser: Browser;
  let at: Journey;
  let orders: OtherSide;
  let calls: RunningCalls | undefined;
  let timers: RunningTimers | undefined;
  let path: string;
  let ahead = 0;

  const signIn = async (name: string) => {
    await at.context.clearCookies();
    await at.page.goto('/-/sign-in');
    await at.page.getByLabel('Sign-in name').fill(name);
    await at.page.getByLabel('Password').fill(PASSWORD);
    await at.press('Sign in');
    await at.page.waitForURL((url) => url.pathname !== '/-/sign-in');
  };
  const fill = async (label: string, text: string) => at.page.getByLabel(label).first().fill(text);
  const until = async (holds: () => Promise<boolean>) => {
    for (let tries = 0; tries < 1_000 && !(await holds()); tries++)
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const types = async () => {
    const { events } = await daybook.installation.store.read(`spending.Spend-${path.split('/').at(-1)}`);
    return events.map(({ type }) => type);
  };

  beforeAll(async () => {
    orders = await otherSide(json(500, {}));
    const clock = () => new Date(Date.now() + ahead).toISOString();
    [daybook, browser] = await Promise.all([startDaybook({ peopled: false, clock }), openBrowser()]);
    const { installation, app, send } = daybook;
    await send(new PublishSpecification({ text: document(orders.url), context: system() }));
    for (const { name, ...rest } of PEOPLE)
      await send(new RegisterUser({ name, ...rest, context: system() }));
    await daybook.settled();
    const parts = { ...installation, ports: app.get(WritingPorts), bus: app.get(CommandBus) };
    calls = await startCalls({ ...parts, settings: { allow: ['127.0.0.0/8'], from: 'daybook@example.org' } });
    timers = await startTimers(parts);
    at = await journey(browser, (await app.getUrl()).replace('[::1]', '127.0.0.1'), { scripts });
  }, 180_000);

  afterAll(async () => {
    await browser.close();
    await timers?.stop();
    await calls?.stop();
    await daybook.close();
    await orders.close();
  });

  it('is opened with two files, which come back as they were', async () => {
    await signIn('cleo');
    await at.page.goto('/spending/spends/new');
    await fill('Title', 'Chairs for the hall');
    await fill('Amount', '9500');
    await at.page
      .getByLabel('Quotes')
      .first()
      .setInputFiles([
        { name: 'one.pdf', mimeType: 'application/pdf', buffer: pdf('one') },
        { name: 'two.pdf', mimeType: 'application/pdf', buffer: pdf('two') },
      ]);
    await at.press('Open Spend');
    await at.sees('Chairs for the hall');
    path = new URL(at.page.url()).pathname;
    const link = at.page.getByRole('link', { name: /two\.pdf/ }).first();
    const answer = await at.context.request.get((await link.getAttribute('href'))!);
    expect(await answer.body()).toEqual(pdf('two'));
    await at.press('Submit');
    await at.said('Waiting');
    await at.said('What comes next by itself');
    await at.said(/Remind the bosses/);
  }, 180_000);

  it('is approved and signed by one, and by the deputy of the other', async () => {
    await signIn('ben');
    await at.page.goto('/-/deputies');
    await at.sees('Deputies');
    await at.page.getByLabel('Who', { exact: true }).selectOption({ label: 'Dora Deputy' });
    await fill('First day', dayIn(0));
    await fill('Last day', dayIn(14));
    await at.press('Name as deputy');
    await at.page.getByRole('button', { name: /End: Dora Deputy/ }).waitFor();
    await signIn('bea');
    await at.page.goto(path);
    await at.follow(/^Approve/);
    await at.page.getByLabel(/sign-in name/i).fill('bea');
    await at.page
      .getByLabel(/password/i)
      .first()
      .fill('a wrong sentence');
    await at.press(/^(Approve|Sign)/);
    await at.said(/not right|wrong/i);
    await at.page.getByLabel(/sign-in name/i).fill('bea');
    await at.page
      .getByLabel(/password/i)
      .first()
      .fill(PASSWORD);
    await at.press(/^(Approve|Sign)/);
    await at.sees('Chairs for the hall');
    await at.said('1 of 2');
    await signIn('dora');
    await at.page.goto('/spending/-/waiting');
    await at.follow('Chairs for the hall');
    await at.sees('Chairs for the hall');
    await at.follow(/Approve.*Ben Boss/);
    await at.page.getByLabel(/sign-in name/i).fill('dora');
    await at.page
      .getByLabel(/password/i)
      .first()
      .fill(PASSWORD);
    await at.press(/^(Approve|Sign)/);
    await at.sees('Chairs for the hall');
    await at.said('Approved');
    expect((await types()).filter((type) => type === 'record.approval-given')).toHaveLength(2);
  }, 180_000);

  it('has a call that fails, is tried again and is given up with a reason', async () => {
    await until(async () => orders.asked.length === 1);
    ahead += 60_000;
    calls!.wake();
    await until(async () => (await types()).includes('record.call-requested') && orders.asked.length === 2);
    await signIn('ada');
    await until(async () => {
      await at.page.goto('/-/calls');
      return (await at.page.getByText('Give up').count()) > 0;
    });
    await at.sees('Calls and mails');
    await at.page.locator('summary', { hasText: 'Give up' }).click();
    await fill('Because', 'They closed last year.');
    await at.page.locator('details').getByRole('button', { name: 'Give up' }).click();
    await at.said('No call or mail was given up');
    await signIn('cleo');
    await at.page.goto(path);
    await at.said('They closed last year.');
  }, 180_000);

  it('is found from a report, and another one reminds whoever decides', async () => {
    await at.page.goto('/spending/spends/new');
    await fill('Title', 'Tables for the hall');
    await fill('Amount', '100');
    await at.press('Open Spend');
    await at.sees('Tables for the hall');
    path = new URL(at.page.url()).pathname;
    await at.press('Submit');
    await at.said('Remind the bosses');
    ahead += 3 * 86_400_000 + 60_000;
    timers!.wake();
    await until(async () => (await types()).includes('record.call-requested'));
    await signIn('bea');
    await at.page.goto(path);
    await at.said(/acted by the timer/);
    await at.page.goto('/spending/by-state');
    await at.sees('By state');
    await at.follow('Waiting');
    await at.said('Tables for the hall');
    expect(await at.page.getByText('Chairs for the hall').count()).toBe(0);
  }, 180_000);
});
