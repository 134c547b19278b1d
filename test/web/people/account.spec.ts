import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import type { UserEvent } from '#domain/user/user-events.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { newFolder, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const PASSWORD = 'a sentence is fine';
const OTHER = 'another fine sentence';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('one’s own account', () => {
  let daybook: Daybook;
  let second: Daybook;
  let folder: string;
  let name: string;
  let id: string;

  beforeAll(async () => {
    folder = newFolder();
    daybook = await startDaybook({ folder });
    second = await startDaybook({ folder, peopled: false });
  });

  afterAll(async () => {
    await second.close();
    await daybook.close();
    rmSync(folder, { recursive: true });
  });

  beforeEach(async () => {
    id = uuid();
    name = `mia.${id.slice(-6)}`;
    const person = { id, name: 'Mia', signInName: name, password: PASSWORD };
    await daybook.send(new RegisterUser({ ...person, context: system() }));
    await daybook.settled();
  });

  const signIn = async (at = daybook, password = PASSWORD): Promise<Browser> => {
    const browser = at.browser();
    browser.set('User-Agent', FIREFOX);
    const answer = await browser.post('/-/sign-in').type('form').send({ name, password });
    expect([answer.status, answer.headers['location']]).toEqual([303, '/']);
    return browser;
  };
  const change = async (browser: Browser, oldPassword: string, password: string) =>
    browser.post('/-/account/password').type('form').send({ oldPassword, password });
  const settled = async () => Promise.all([daybook.settled(), second.settled()]);

  it('chooses language and time zone, for every browser of this person', async () => {
    const browser = await signIn();
    const preferences = { language: 'de', timeZone: 'Asia/Tokyo' };
    const answer = await browser.post('/-/account/preferences').type('form').send(preferences);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/-/account']);
    await settled();
    const { text } = await (await signIn(second)).get('/-/account');
    expect(text).toMatch(/<html lang="de"/);
    expect(text).toContain('Ihr Konto');
    expect(text).toContain('Zeiten in Asia/Tokyo');
    await browser.post('/-/account/preferences').type('form').send({ language: '', timeZone: '' });
    await daybook.settled();
    expect((await browser.get('/-/account').set('Accept-Language', 'de')).text).toContain('Ihr Konto');
    expect((await browser.get('/-/account').set('Accept-Language', 'fr')).text).toContain('Your account');
  });

  it('answers in the language that was just chosen, however far behind the read models are', async () => {
    const browser = await signIn();
    for (const [language, heading] of [
      ['de', 'Ihr Konto'],
      ['en', 'Your account'],
      ['de', 'Ihr Konto'],
      ['', 'Your account'],
    ] as const) {
      await browser.post('/-/account/preferences').type('form').send({ language, timeZone: '' });
      const { text } = await browser.get('/-/account');
      expect(/<h1>([^<]*)/.exec(text)?.[1]).toBe(heading);
    }
  });

  it('turns single keys off, for every browser of this person, and on again', async () => {
    const browser = await signIn();
    const isOff = async (by: Browser) => (await by.get('/')).text.includes('data-single-keys="off"');
    expect(await isOff(browser)).toBe(false);
    const off = { language: '', timeZone: '', singleKeys: 'off' };
    await browser.post('/-/account/preferences').type('form').send(off);
    await settled();
    expect(await isOff(await signIn(second))).toBe(true);
    const { text } = await browser.get('/-/account');
    expect(text).toMatch(/<input[^>]*name="singleKeys"[^>]*checked=""/);
    await browser.post('/-/account/preferences').type('form').send({ language: '', timeZone: '' });
    await daybook.settled();
    expect(await isOff(browser)).toBe(false);
  });

  it('refuses a language that Daybook does not speak', async () => {
    const answer = await (
      await signIn()
    )
      .post('/-/account/preferences')
      .type('form')
      .send({ language: 'xx' });
    expect(answer.status).toBe(400);
  });

  it('chooses how close lines stand, in this browser alone, on any page', async () => {
    const browser = await signIn();
    const answer = await browser
      .post('/-/appearance')
      .type('form')
      .send({ density: 'compact', next: '/-/account' });
    expect([answer.status, answer.headers['location']]).toEqual([303, '/-/account']);
    expect((await browser.get('/-/account')).text).toMatch(/<html[^>]* data-density="compact"/);
    await browser.post('/-/appearance').type('form').send({ appearance: 'dark', next: '/' });
    const { text } = await browser.get('/');
    expect(text).toMatch(/<html[^>]* data-bs-theme="dark" data-density="compact"/);
    expect((await (await signIn()).get('/')).text).not.toContain('data-density');
  });

  it('has notices, deputies, looks, password and sessions on one page', async () => {
    const { text } = await (await signIn()).get('/-/account');
    const headings = [...text.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'Notifications',
      'Deputies',
      'Appearance in this browser',
      'Language, time zone and keyboard',
      'API tokens',
      'Password',
      'Second factor',
      'Sessions',
    ]);
  });

  it('shows who one is and where one is signed in, this session marked', async () => {
    const browser = await signIn();
    await signIn(second);
    await settled();
    const { text } = await browser.get('/-/account');
    expect(text).toContain(name);
    expect(text.match(/Firefox on Windows<\/b>/g)).toHaveLength(2);
    expect(text.match(/this one/g)).toHaveLength(1);
    expect(text).toContain('from this network');
    const { events } = await daybook.installation.store.read(`user-${id}`);
    expect(JSON.stringify(events)).not.toMatch(/Firefox|127\.0\.0\.1/);
  });

  it('takes another password from who knows the old one; all other sessions end, in every process', async () => {
    const [browser, elsewhere] = [await signIn(), await signIn(second)];
    await settled();
    const answer = await change(browser, PASSWORD, OTHER);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/-/account']);
    await settled();
    expect((await browser.get('/-/account')).status).toBe(200);
    expect((await elsewhere.get('/-/account')).status).toBe(303);
    await signIn(second, OTHER);
  });

  it.each([
    ['a wrong old password', 'not the old one', OTHER, 'The old password is wrong'],
    ['a short one', PASSWORD, 'short', 'too short'],
    ['a common one', PASSWORD, 'password1234', 'many people use'],
    ['a walk over the keyboard', PASSWORD, 'qwertyuiop[]', 'easily guessed'],
    ['one’s own name', PASSWORD, 'Daybook-Mia-2026', 'your name'],
    ['one that repeats itself', PASSWORD, 'abcabcabcabcabc', 'easily guessed'],
    ['one far too long', PASSWORD, 'many words '.repeat(20), 'longer than 128'],
  ])('refuses %s, and says so', async (_what, old, password, said) => {
    const browser = await signIn();
    await settled();
    const answer = await change(browser, old, password);
    const summary = parse(answer.text).querySelector('#problems')!;
    expect([answer.status, summary.textContent]).toEqual([422, expect.stringContaining(said)]);
    expect(summary.hasAttribute('autofocus')).toBe(true);
    const input = old === PASSWORD ? '#f-password' : '#f-oldPassword';
    expect(summary.querySelector('a')!.getAttribute('href')).toBe(input);
    expect(parse(answer.text).querySelector(input)).not.toBeNull();
    expect((await browser.get('/-/account')).status).toBe(200);
  });

  it('takes 64 characters and more, and the same password however its letters are composed', async () => {
    const browser = await signIn();
    await settled();
    const password = `vier große Wörter, ${'Blätter und Äste, '.repeat(4)}`;
    expect((await change(browser, PASSWORD, password.normalize('NFD'))).status).toBe(303);
    await settled();
    await signIn(second, password.normalize('NFC'));
  });

  it('slows down whoever guesses the old password', async () => {
    const browser = await signIn();
    await settled();
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await change(browser, 'not the old one', OTHER)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('ends one session, or all others', async () => {
    const [browser, one, two] = [await signIn(), await signIn(second), await signIn(second)];
    await settled();
    const { text } = await browser.get('/-/account');
    const named = [...text.matchAll(/name="session" value="(\d+)"/g)].map(([, version]) => version!);
    expect(named).toHaveLength(2);
    const end = async (session: string) => browser.post('/-/account/sessions').type('form').send({ session });
    expect((await end(named[1]!)).status).toBe(303);
    await settled();
    const statuses = async () =>
      Promise.all([browser, one, two].map(async (each) => (await each.get('/')).status));
    expect(await statuses()).toEqual([200, 303, 200]);
    const where = (await one.get('/orders/orders')).headers['location'];
    expect(where).toBe('/-/sign-in?next=%2Forders%2Forders');
    expect((await one.get(where!)).text).toContain('You were signed out');
    const stranger = daybook.browser();
    await stranger.get('/orders/orders');
    expect((await stranger.get(where!)).text).not.toContain('You were signed out');
    expect((await end('others')).status).toBe(303);
    await settled();
    expect(await statuses()).toEqual([200, 303, 303]);
    expect((await end('x')).status).toBe(400);
  });

  it('goes on where the form that ended all others before it is sent again', async () => {
    const browser = await signIn();
    await signIn(second);
    await settled();
    const { text } = await browser.get('/-/account');
    const [, commandId] = /name="commandId" value="([^"]+-others)"/.exec(text)!;
    const end = () =>
      browser.post('/-/account/sessions').type('form').send({ commandId, session: 'others' }).expect(303);
    await end();
    await settled();
    const later = await signIn(second);
    await settled();
    await end();
    await settled();
    expect((await later.get('/')).status).toBe(200);
  });

  it('is ended by an admin, too', async () => {
    const browser = await signIn();
    const admin = await second.as('admin');
    await settled();
    expect((await admin.get(`/-/people/${id}`)).text).toContain('Firefox on Windows');
    const answer = await admin.post(`/-/people/${id}/sessions`).type('form').send({ session: 'others' });
    expect(answer.status).toBe(303);
    await settled();
    expect((await browser.get('/')).status).toBe(303);
  });

  it('has to be made one’s own first, where somebody else chose the password', async () => {
    const { store } = daybook.installation;
    const { events, version } = await store.read(`user-${id}`);
    const set = events.find(({ type }) => type === 'user.password-set')!;
    // As stored while admins still chose passwords.
    const metadata = { ...set.metadata, actor: '01900000-0000-7000-8000-00000000ad10', commandId: uuid() };
    const event = { id: uuid(), type: 'user.password-set', data: set.data, metadata } as UserEvent &
      typeof set;
    await store.append(`user-${id}`, [event], version);
    await settled();
    const browser = await signIn();
    const led = await browser.get('/');
    expect([led.status, led.headers['location']]).toEqual([303, '/-/account']);
    expect((await browser.get('/-/account')).text).toContain('Somebody else chose your password');
    const tokens = await browser.get('/-/account/tokens');
    expect([tokens.status, tokens.headers['location']]).toEqual([303, '/-/account']);
    const api = await daybook.browser().get('/api/orders/Order').auth(name, PASSWORD);
    expect([api.status, api.body.code]).toEqual([403, 'PASSWORD_TO_BE_CHANGED']);
    expect((await change(browser, PASSWORD, OTHER)).status).toBe(303);
    await settled();
    expect((await browser.get('/')).status).toBe(200);
  });
});
