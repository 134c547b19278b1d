import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { ErasePerson, LockPerson, RegisterUser } from '#domain/user/user-commands.js';
import { inputIn, newFolder, startDaybook, system, type Browser, type Daybook } from '../daybook.js';
import { codeAt, recoveryCodesIn, secretIn, setUpSecondFactor, type SetUp } from './second-factor.js';

const PASSWORD = 'a sentence is fine';
const OTHER = 'another fine sentence';
const STEP = 30_000;

let now = Date.parse('2026-11-20T10:00:00.000Z');
const clock = () => new Date(now).toISOString();

let folder: string;
let daybook: Daybook;
let second: Daybook;
let id: string;
let name: string;

beforeAll(async () => {
  folder = newFolder();
  daybook = await startDaybook({ folder, clock });
  second = await startDaybook({ folder, clock, peopled: false });
});
afterAll(async () => {
  await second.close();
  await daybook.close();
  rmSync(folder, { recursive: true });
});

const register = async (signInName: string, person = uuid()) => {
  await daybook.send(
    new RegisterUser({ id: person, name: signInName, signInName, password: PASSWORD, context: system() }),
  );
  await settled();
  return person;
};
const settled = async () => Promise.all([daybook.settled(), second.settled()]);

beforeEach(async () => {
  now += 60 * STEP;
  name = `mia.${uuid().slice(-6)}`;
  id = await register(name);
});

const givePassword = async (browser: Browser, signInName = name, password = PASSWORD) =>
  browser.post('/-/sign-in').type('form').send({ name: signInName, password, next: '/orders/orders' });
const giveCode = async (browser: Browser, code: string) =>
  browser.post('/-/sign-in/code').type('form').send({ code, next: '/orders/orders' });
const signIn = async (browser = daybook.browser()) => {
  await givePassword(browser);
  return browser;
};
const isSignedIn = async (browser: Browser) => (await browser.get('/-/account')).status === 200;
const outcome = ({ status, headers }: { status: number; headers: Record<string, string> }) => [
  status,
  headers['location'],
];
const events = async () => (await daybook.installation.store.read(`user-${id}`)).events;
const typesOf = async () => (await events()).map(({ type }) => type);

describe('given a person with a password', () => {
  it('when they set up a second factor, then a code confirms it, and recovery codes are shown once', async () => {
    const browser = await signIn();
    const { text } = await browser.get('/-/account/second-factor');
    expect(text).toMatch(/<svg[^>]*class="db-qr-code"/);
    const secret = secretIn(text);
    const setUp = inputIn(text, 'setUp');
    expect(setUp).not.toContain(secret);
    const send = async (code: string, password = PASSWORD) =>
      browser.post('/-/account/second-factor').type('form').send({ setUp, code, password });

    const wrong = await send('000000');
    expect([wrong.status, secretIn(wrong.text)]).toEqual([400, secret]);
    expect(wrong.text).toContain('check that the clock of your phone is right');
    expect(wrong.text).not.toMatch(/recovery code|used already/);
    const stranger = await send(codeAt(secret, now), 'a guess of it');
    expect(stranger.text).toContain('The password is wrong');
    expect(await typesOf()).not.toContain('user.second-factor-set');

    const done = await send(codeAt(secret, now));
    expect(done.status).toBe(200);
    expect(done.headers['cache-control']).toContain('no-store');
    const codes = recoveryCodesIn(done.text);
    expect(new Set(codes).size).toBe(10);
    expect(codes.join(' ')).toMatch(/^([A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4} ?){10}$/);
    const shown = await browser.get('/-/account/second-factor');
    expect(shown.text).toContain('10 recovery codes are left.');
    for (const hidden of [...codes, secret]) expect(shown.text).not.toContain(hidden);
  });

  it('when the confirming form is sent twice, then there is one factor, with the same recovery codes', async () => {
    const browser = await signIn();
    const { text } = await browser.get('/-/account/second-factor');
    const form = { setUp: inputIn(text, 'setUp'), code: codeAt(secretIn(text), now), password: PASSWORD };
    const send = async () => browser.post('/-/account/second-factor').type('form').send(form);
    const [one, other] = [await send(), await send()];
    expect(recoveryCodesIn(other.text)).toEqual(recoveryCodesIn(one.text));
    expect((await typesOf()).filter((type) => type === 'user.second-factor-set')).toHaveLength(1);
  });

  it('when the set-up of another person, or one of an hour ago, is sent, then it sets up nothing', async () => {
    await register(`bo.${name}`);
    const attacker = daybook.browser();
    await givePassword(attacker, `bo.${name}`);
    const theirs = (await attacker.get('/-/account/second-factor')).text;
    const browser = await signIn();
    const own = (await browser.get('/-/account/second-factor')).text;
    const send = async (html: string) =>
      browser
        .post('/-/account/second-factor')
        .type('form')
        .send({ setUp: inputIn(html, 'setUp'), code: codeAt(secretIn(html), now), password: PASSWORD });
    expect((await send(theirs)).status).toBe(400);
    now += 31 * 60_000;
    const late = await send(own);
    expect([late.status, late.text.includes('This set-up is over')]).toEqual([400, true]);
    expect(await typesOf()).not.toContain('user.second-factor-set');
  });

  it('when one was set up and turned off, then no form of before sets it up again', async () => {
    const browser = await signIn();
    const [used, unused] = [
      (await browser.get('/-/account/second-factor')).text,
      (await browser.get('/-/account/second-factor')).text,
    ];
    const send = async (html: string, code = codeAt(secretIn(html), now)) =>
      browser
        .post('/-/account/second-factor')
        .type('form')
        .send({ setUp: inputIn(html, 'setUp'), code, password: PASSWORD });
    const first = codeAt(secretIn(used), now);
    expect((await send(used)).status).toBe(200);
    now += STEP;
    await browser
      .post('/-/account/second-factor/off')
      .type('form')
      .send({ password: PASSWORD, code: codeAt(secretIn(used), now) })
      .expect(303);
    await settled();
    await givePassword(browser);
    for (const answer of [await send(used, first), await send(used), await send(unused)]) {
      expect([answer.status, recoveryCodesIn(answer.text)]).toEqual([400, []]);
      expect([secretIn(used), secretIn(unused)]).not.toContain(secretIn(answer.text));
    }
    expect((await typesOf()).filter((type) => type === 'user.second-factor-set')).toHaveLength(1);
  });

  it('when they set one up, then their other sessions end, in every process', async () => {
    const [browser, elsewhere] = [await signIn(), await signIn(second.browser())];
    await setUpSecondFactor(browser, PASSWORD, now);
    await settled();
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false]);
  });
});

describe('given a person with a second factor', () => {
  let own: Browser;
  let factor: SetUp;
  const code = () => codeAt(factor.secret, now);

  beforeEach(async () => {
    own = await signIn();
    factor = await setUpSecondFactor(own, PASSWORD, now);
    now += STEP;
    await settled();
  });

  it('when the password is right, then the code is asked for, and leads to where one wanted to go', async () => {
    const browser = daybook.browser();
    expect(outcome(await givePassword(browser))).toEqual([303, '/-/sign-in/code?next=%2Forders%2Forders']);
    const asked = await browser.get('/-/sign-in/code?next=%2Forders%2Forders');
    expect(asked.text).toContain('autoComplete="one-time-code"');
    expect(outcome(await giveCode(browser, code()))).toEqual([303, '/orders/orders']);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await events()).at(-1)).toMatchObject({
      type: 'user.signed-in',
      data: { by: 'password', secondFactor: 'code' },
    });
  });

  it('when the second page is skipped, then the pending cookie opens nothing', async () => {
    const browser = daybook.browser();
    const cookies = (await givePassword(browser)).headers['set-cookie'] as unknown as string[];
    expect(cookies.some((cookie) => cookie.startsWith('daybook-session='))).toBe(false);
    const pending = cookies.find((cookie) => cookie.startsWith('daybook-sign-in='))!.split(';')[0]!;
    expect(cookies.find((cookie) => cookie.startsWith('daybook-sign-in='))).toMatch(/Max-Age=600;.*HttpOnly/);
    const value = pending.slice('daybook-sign-in='.length);
    for (const cookie of [pending, `daybook-session=${value}`])
      for (const path of ['/-/account', '/-/account/second-factor', '/', '/api/-/waiting'])
        expect([303, 401]).toContain((await daybook.browser().get(path).set('Cookie', cookie)).status);
    const turnOff = await daybook
      .browser()
      .post('/-/account/second-factor/off')
      .set('Cookie', [pending, `daybook-session=${value}`])
      .type('form')
      .send({ code: code(), password: PASSWORD });
    expect(turnOff.status).not.toBe(200);
    expect(await typesOf()).not.toContain('user.second-factor-reset');
  });

  it('when a session cookie is sent as the pending one, then it counts for nothing', async () => {
    const other = `bo.${name}`;
    await register(other);
    const answer = await givePassword(daybook.browser(), other);
    const session = (answer.headers['set-cookie'] as unknown as string[])
      .find((cookie) => cookie.startsWith('daybook-session='))!
      .split(';')[0]!
      .replace('daybook-session', 'daybook-sign-in');
    const asked = await daybook.browser().get('/-/sign-in/code').set('Cookie', session);
    expect(outcome(asked)[1]).toMatch(/^\/-\/sign-in\?/);
  });

  it('when somebody else’s pending cookie comes with this person’s code, then it signs nobody in', async () => {
    const other = `bo.${name}`;
    await register(other);
    const theirs = daybook.browser();
    await givePassword(theirs, other);
    const { secret } = await setUpSecondFactor(theirs, PASSWORD, now);
    now += STEP;
    await settled();
    const attacker = daybook.browser();
    await givePassword(attacker, other);
    expect((await giveCode(attacker, code())).status).toBe(401);
    expect((await giveCode(attacker, codeAt(secret, now))).status).toBe(303);
  });

  it('when a code comes without a pending sign-in, or after ten minutes, then one signs in again', async () => {
    expect(outcome(await giveCode(daybook.browser(), code()))[1]).toMatch(/^\/-\/sign-in\?/);
    const browser = daybook.browser();
    await givePassword(browser);
    now += 11 * 60_000;
    expect(outcome(await giveCode(browser, code()))[1]).toMatch(/^\/-\/sign-in\?/);
  });

  it('when a code was used, then it signs nobody in again, in any process', async () => {
    const [one, other] = [daybook.browser(), second.browser()];
    await givePassword(one);
    await givePassword(other);
    expect((await giveCode(one, code())).status).toBe(303);
    const again = await giveCode(other, code());
    expect(again.status).toBe(401);
    expect(again.text).toContain('This code is wrong, or was used already.');
    expect((await events()).at(-1)).toMatchObject({ type: 'user.sign-in-failed', data: { by: 'code' } });
  });

  it('when the same code comes many times at once, in two processes, then it counts once', async () => {
    const browsers = [daybook, second, daybook, second].map((at) => at.browser());
    for (const browser of browsers) await givePassword(browser);
    const answers = await Promise.all(browsers.map(async (browser) => giveCode(browser, code())));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401]);
  });

  it('when a recovery code is given, however it is typed, then it counts once', async () => {
    const [first, other] = factor.recoveryCodes as [string, string];
    const browser = daybook.browser();
    await givePassword(browser);
    expect((await giveCode(browser, ` ${first.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(303);
    await givePassword(browser);
    expect((await giveCode(browser, first)).status).toBe(401);
    expect((await giveCode(browser, other)).status).toBe(303);
    expect((await browser.get('/-/account/second-factor')).text).toContain('8 recovery codes are left.');
  });

  it('when codes are guessed, then the sixth try has to wait, though the password is right each time', async () => {
    const browser = daybook.browser();
    for (let nth = 0; nth < 5; nth++) {
      await givePassword(browser);
      expect((await giveCode(browser, '000000')).status).toBe(401);
    }
    const sixth = await giveCode(browser, code());
    expect([sixth.status, Number(sixth.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('when the password changes, the account is locked or erased, then a pending sign-in is over', async () => {
    const browser = daybook.browser();
    await givePassword(browser);
    await own
      .post('/-/account/password')
      .type('form')
      .send({ oldPassword: PASSWORD, password: OTHER })
      .expect(303);
    expect(outcome(await giveCode(browser, code()))[1]).toMatch(/^\/-\/sign-in\?/);

    await givePassword(browser, name, OTHER);
    await daybook.send(new LockPerson({ id, reason: 'Left', context: system() }));
    expect(outcome(await giveCode(browser, code()))[1]).toMatch(/^\/-\/sign-in\?/);
    await daybook.send(new ErasePerson({ id, reason: 'Asked for', context: system() }));
    await settled();
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('when they change their password, then the session goes on without a code', async () => {
    const change = { oldPassword: PASSWORD, password: OTHER };
    expect(outcome(await own.post('/-/account/password').type('form').send(change))).toEqual([
      303,
      '/-/account',
    ]);
    expect(await isSignedIn(own)).toBe(true);
  });

  it('when an admin makes a link for a new password, then signing in with it still asks for a code', async () => {
    const admin = await daybook.as('admin');
    const page = await admin.post(`/-/people/${id}/link`).type('form').send({ commandId: uuid() });
    const token = /welcome\?token=([\w.-]+)/.exec(page.text)![1]!;
    await daybook.browser().post('/-/welcome').type('form').send({ token, password: OTHER }).expect(303);
    const browser = daybook.browser();
    expect(outcome(await givePassword(browser, name, OTHER))[1]).toMatch(/^\/-\/sign-in\/code/);
  });

  it('when a program sends name and password, then it is told to use a token', async () => {
    const authorization = `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`;
    const answer = await daybook.browser().get('/api/-/waiting').set('Authorization', authorization);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([401, 'PASSWORD_NOT_ENOUGH']);
  });

  it('when they turn it off, then password and code are needed, all sessions end, and none is asked again', async () => {
    const turnOff = async (password: string, given: string) =>
      own.post('/-/account/second-factor/off').type('form').send({ password, code: given });
    expect((await turnOff('a guess of it', code())).text).toContain('The password is wrong');
    expect((await turnOff(PASSWORD, '000000')).text).toContain('The code is wrong');
    expect(outcome(await turnOff(PASSWORD, code()))).toEqual([303, '/-/sign-in']);
    await settled();
    expect(await isSignedIn(own)).toBe(false);
    expect(outcome(await givePassword(own))).toEqual([303, '/orders/orders']);
  });

  it('when somebody reads the log or the read models, then neither secret nor recovery codes are in it', async () => {
    const log = JSON.stringify(await events());
    for (const hidden of [factor.secret, ...factor.recoveryCodes]) expect(log).not.toContain(hidden);
    const admin = await daybook.as('admin');
    const timeline = await admin.get(`/api/-/timeline?person=${id}`);
    expect(timeline.text).toContain('user.second-factor-set');
    for (const member of ['secret', 'recoveryCodes', 'step'])
      expect(timeline.text).toContain(`"${member}":{"hidden":true}`);
  });
});

it('offers people without a password no second factor', async () => {
  const browser = await daybook.as('clerk');
  expect((await browser.get('/-/account')).text).not.toContain('/-/account/second-factor');
  expect((await browser.get('/-/account/second-factor')).status).toBe(409);
});

it('when a program was recognised and its person sets up a second factor, then the password opens nothing any more', async () => {
  const authorization = `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`;
  const ask = async () => daybook.browser().get('/api/-/waiting').set('Authorization', authorization);
  expect((await ask()).status).toBe(200);
  await setUpSecondFactor(await signIn(), PASSWORD, now);
  await settled();
  expect((await ask()).status).toBe(401);
});
