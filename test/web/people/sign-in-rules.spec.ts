import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { ChooseSignInRules } from '#domain/sign-in-rules/sign-in-rules-commands.js';
import { DEFAULT_SIGN_IN_RULES } from '#domain/sign-in-rules/sign-in-rules.js';
import type { SignInRules } from '#domain/sign-in-rules/sign-in-rules-events.js';
import { RegisterUser, ResetSecondFactor } from '#domain/user/user-commands.js';
import { inputIn, startDaybook, system, type Browser, type Daybook } from '../daybook.js';
import { codeAt, recoveryCodesIn, secretIn, setUpSecondFactor, type SetUp } from './second-factor.js';

const PASSWORD = 'a sentence is fine';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let now = Date.parse('2026-11-20T10:00:00.000Z');
const clock = () => new Date(now).toISOString();

let daybook: Daybook;
let id: string;
let name: string;

beforeAll(async () => {
  daybook = await startDaybook({ clock });
});
afterAll(() => daybook.close());

beforeEach(async () => {
  now += 60 * MINUTE;
  id = uuid();
  name = `mia.${id.slice(-6)}`;
  const roles = [{ application: 'orders', role: 'boss' }];
  await daybook.send(
    new RegisterUser({ id, name: 'Mia', signInName: name, password: PASSWORD, roles, context: system() }),
  );
  await daybook.settled();
});
const choose = async (rules: Partial<SignInRules>) =>
  daybook.send(new ChooseSignInRules({ ...DEFAULT_SIGN_IN_RULES, ...rules, context: system() }));
afterEach(() => choose({}));

const givePassword = async (browser: Browser, signInName = name) =>
  browser
    .post('/-/sign-in')
    .type('form')
    .send({ name: signInName, password: PASSWORD, next: '/orders/orders' });
const location = (answer: { headers: Record<string, string> }) => answer.headers['location'];
const isSignedIn = async (browser: Browser) => (await browser.get('/-/account')).status === 200;
const events = async () => (await daybook.installation.store.read(`user-${id}`)).events;

describe('the page of sign-in rules', () => {
  const sent = { rememberDays: '14', adminMinutes: '15', otherMinutes: '60' };

  it('lets an admin choose, and writes who did', async () => {
    const admin = await daybook.as('admin');
    expect((await admin.get('/-/people')).text).toContain('href="/-/sign-in-rules"');
    const form = { secondFactor: 'roles', 'role.orders.boss': 'true', ...sent };
    expect((await admin.post('/-/sign-in-rules').type('form').send(form)).status).toBe(303);
    const { text } = await admin.get('/-/sign-in-rules');
    expect(text).toMatch(/name="role.orders.boss"[^>]*checked/);
    expect([inputIn(text, 'rememberDays'), inputIn(text, 'adminMinutes')]).toEqual(['14', '15']);
    const { events: written } = await daybook.installation.store.read('rules-sign-in');
    expect(written.at(-1)).toMatchObject({
      type: 'sign-in-rules.chosen',
      data: { secondFactor: 'roles', roles: ['orders.boss'], rememberDays: 14 },
    });
  });

  it('says at the field what is wrong, and keeps what was typed', async () => {
    const admin = await daybook.as('admin');
    const form = { secondFactor: 'all', ...sent, otherMinutes: '3' };
    const answer = await admin.post('/-/sign-in-rules').type('form').send(form);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('A session ends after 5 to 720 minutes without a request');
    expect(inputIn(answer.text, 'otherMinutes')).toBe('3');
  });
});

describe('given a rule that asks for a second factor, and a person without one', () => {
  beforeEach(async () => choose({ secondFactor: 'roles', roles: ['orders.boss'] }));

  it('when they sign in, then they set it up before anything else, and go on to where they wanted', async () => {
    const browser = daybook.browser();
    expect(location(await givePassword(browser))).toBe('/-/sign-in/set-up?next=%2Forders%2Forders');
    expect(await isSignedIn(browser)).toBe(false);
    const { text } = await browser.get('/-/sign-in/set-up?next=%2Forders%2Forders');
    const secret = secretIn(text);
    const form = { setUp: inputIn(text, 'setUp'), next: '/orders/orders', code: codeAt(secret, now) };
    const send = async (more = {}) =>
      browser
        .post('/-/sign-in/set-up')
        .type('form')
        .send({ ...form, ...more });

    const wrong = await send({ code: '000000' });
    expect([wrong.status, secretIn(wrong.text)]).toEqual([400, secret]);
    expect(wrong.text).toContain('check that the clock of your phone is right');
    expect(wrong.text).not.toContain('recovery code');
    expect(await isSignedIn(browser)).toBe(false);

    const done = await send();
    expect([done.status, recoveryCodesIn(done.text).length]).toEqual([200, 10]);
    expect(done.text).toContain('href="/orders/orders"');
    expect(await isSignedIn(browser)).toBe(true);
    // Sent twice, it shows the same codes.
    expect(recoveryCodesIn((await send()).text)).toEqual(recoveryCodesIn(done.text));
    expect((await events()).filter(({ type }) => type === 'user.second-factor-set')).toHaveLength(1);
  });

  it('when the pending cookie is used to give a code, or the factor is set up meanwhile, then it signs nobody in', async () => {
    const [browser, other] = [daybook.browser(), daybook.browser()];
    await givePassword(browser);
    await givePassword(other);
    const give = await browser.post('/-/sign-in/code').type('form').send({ code: '123456' });
    expect(give.status).toBe(401);
    const pages = await Promise.all([browser, other].map((each) => each.get('/-/sign-in/set-up')));
    const [one, late] = pages.map(({ text }) => ({
      setUp: inputIn(text, 'setUp'),
      code: codeAt(secretIn(text), now),
    }));
    await browser.post('/-/sign-in/set-up').type('form').send(one).expect(200);
    const answer = await other.post('/-/sign-in/set-up').type('form').send(late);
    expect(location(answer)).toMatch(/^\/-\/sign-in\?/);
    expect(await isSignedIn(other)).toBe(false);
  });

  it('when it was set up and reset, then the form of before neither sets it up again nor signs in', async () => {
    const [browser, later] = [daybook.browser(), daybook.browser()];
    await givePassword(browser);
    const { text } = await browser.get('/-/sign-in/set-up');
    const form = { setUp: inputIn(text, 'setUp'), code: codeAt(secretIn(text), now) };
    await browser.post('/-/sign-in/set-up').type('form').send(form).expect(200);
    await daybook.send(new ResetSecondFactor({ id, reason: 'Lost', context: system() }));
    await daybook.settled();
    await givePassword(later);
    const answer = await later.post('/-/sign-in/set-up').type('form').send(form);
    expect([answer.status, recoveryCodesIn(answer.text)]).toEqual([400, []]);
    expect(answer.text).toContain('This set-up is over');
    expect(await isSignedIn(later)).toBe(false);
  });

  it('when it is an example person, or somebody with other roles, then nothing more is asked', async () => {
    await daybook.as('boss');
    await choose({ secondFactor: 'admins' });
    expect(location(await givePassword(daybook.browser()))).toBe('/orders/orders');
  });
});

describe('given a person with a second factor', () => {
  let own: Browser;
  let factor: SetUp;

  beforeEach(async () => {
    own = daybook.browser();
    await givePassword(own);
    factor = await setUpSecondFactor(own, PASSWORD, now);
    now += MINUTE;
    await daybook.settled();
  });
  const giveCode = async (browser: Browser, more = {}) => {
    now += MINUTE;
    return browser
      .post('/-/sign-in/code')
      .type('form')
      .send({ code: codeAt(factor.secret, now), next: '/orders/orders', ...more });
  };
  const isAsked = async (browser: Browser) =>
    location(await givePassword(browser))!.startsWith('/-/sign-in/code');

  it('when an admin resets it with a reason, then sessions end, and the password alone signs in', async () => {
    const admin = await daybook.as('admin');
    expect((await admin.get(`/-/people/${id}`)).text).toContain('Reset the second factor');
    const reset = async (reason: string) =>
      admin.post(`/-/people/${id}/second-factor`).type('form').send({ reason });
    expect((await reset('')).status).not.toBe(303);
    expect((await reset('The phone was lost')).status).toBe(303);
    expect((await events()).at(-1)).toMatchObject({
      type: 'user.second-factor-reset',
      metadata: { reason: 'The phone was lost' },
    });
    await daybook.settled();
    expect(await isSignedIn(own)).toBe(false);
    expect(await isAsked(daybook.browser())).toBe(false);
    expect((await admin.get(`/-/people/${id}`)).text).not.toContain('Reset the second factor');
  });

  it('when browsers are remembered, then only where it was asked for, and only for as long as the rules say', async () => {
    await choose({ rememberDays: 14 });
    const [browser, other] = [daybook.browser(), daybook.browser()];
    await givePassword(browser);
    expect((await browser.get('/-/sign-in/code')).text).toContain('for 14 days');
    await giveCode(browser, { remember: 'true' });
    await givePassword(other);
    await giveCode(other);
    expect([await isAsked(browser), await isAsked(other)]).toEqual([false, true]);
    expect(
      (await events()).some(
        ({ data }) => (data as { secondFactor?: string }).secondFactor === 'remembered browser',
      ),
    ).toBe(true);
    now += 13 * DAY;
    expect(await isAsked(browser)).toBe(false);
    await choose({ rememberDays: 7 });
    expect(await isAsked(browser)).toBe(true);
    await choose({ rememberDays: 14 });
    now += DAY;
    expect(await isAsked(browser)).toBe(true);
  });

  it('when the rules say never, then a browser is not remembered, whatever it asks', async () => {
    const browser = daybook.browser();
    await givePassword(browser);
    const answer = await giveCode(browser, { remember: 'true' });
    expect(String(answer.headers['set-cookie'])).not.toContain('daybook-browser=');
  });

  it('when all sessions are ended, or another person signs in there, then a remembered browser is asked again', async () => {
    await choose({ rememberDays: 14 });
    const browser = daybook.browser();
    await givePassword(browser);
    await giveCode(browser, { remember: 'true' });
    const other = `bo.${name}`;
    await daybook.send(
      new RegisterUser({ id: uuid(), name: 'Bo', signInName: other, password: PASSWORD, context: system() }),
    );
    await daybook.settled();
    const theirs = daybook.browser();
    await givePassword(theirs, other);
    await setUpSecondFactor(theirs, PASSWORD, now);
    expect(location(await givePassword(browser, other))).toMatch(/^\/-\/sign-in\/code/);
    const admin = await daybook.as('admin');
    await admin.post(`/-/people/${id}/sessions`).type('form').send({ session: 'others', commandId: uuid() });
    expect(await isAsked(browser)).toBe(true);
  });
});

describe('given a session', () => {
  const cookieIn = (answer: { headers: Record<string, unknown> }) =>
    ((answer.headers['set-cookie'] ?? []) as readonly string[]).find((each) =>
      each.startsWith('daybook-session='),
    );

  it('when nothing is asked for half an hour, then that of an admin is over, and that of others goes on', async () => {
    const [admin, clerk] = [await daybook.as('admin'), await daybook.as('clerk')];
    now += 32 * MINUTE;
    expect([await isSignedIn(admin), await isSignedIn(clerk)]).toEqual([false, true]);
  });

  it('when something is asked now and then, then it goes on until twelve hours are over', async () => {
    const admin = await daybook.as('admin');
    for (let hour = 0; hour < 11; hour += 0.25) {
      now += 15 * MINUTE;
      expect(await isSignedIn(admin)).toBe(true);
    }
    now += 65 * MINUTE;
    expect(await isSignedIn(admin)).toBe(false);
  });

  it('when it is renewed, then once a minute at most, and never longer than it has left', async () => {
    const admin = await daybook.as('admin');
    expect(cookieIn(await admin.get('/-/account'))).toBeUndefined();
    now += MINUTE;
    expect(cookieIn(await admin.get('/-/account'))).toMatch(/Max-Age=43140;/);
    expect(cookieIn(await admin.get('/-/account'))).toBeUndefined();
  });

  it('when only streams are asked, then they keep it alive no longer', async () => {
    const admin = await daybook.as('admin');
    for (let minute = 0; minute < 32; minute += 4) {
      now += 4 * MINUTE;
      const answer = await admin.get('/-/account').set('Accept', 'text/event-stream');
      expect(cookieIn(answer)).toBeUndefined();
    }
    expect(await isSignedIn(admin)).toBe(false);
  });

  it('when the rules change, then they count within a minute, also for sessions that are open', async () => {
    const clerk = await daybook.as('clerk');
    await choose({ inactivity: { admins: 30, others: 10 } });
    now += 2 * MINUTE;
    expect(await isSignedIn(clerk)).toBe(true);
    now += 12 * MINUTE;
    expect(await isSignedIn(clerk)).toBe(false);
  });
});
