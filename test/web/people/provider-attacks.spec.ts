// Somebody with an account at a provider, or with a session that is not theirs, who wants more than that gives.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { RegisterUser, UnlinkIdentity } from '#domain/user/user-commands.js';
import { startForgingIssuer, type ForgingIssuer } from '#test/identity/providers/forging-issuer.js';
import { setUpSecondFactor } from './second-factor.js';
import { inputIn, PEOPLE, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const SITE = 'https://daybook.example.org';
const PASSWORD = 'a sentence is fine';

let issuer: ForgingIssuer;
let second: ForgingIssuer;
let daybook: Daybook;
let admin: Browser;
/** Milliseconds that the clock of Daybook is ahead. */
let later = 0;

beforeAll(async () => {
  [issuer, second] = await Promise.all([startForgingIssuer(), startForgingIssuer()]);
  const provider = { clientId: 'daybook', clientSecret: 'secret', scopes: ['openid'] };
  const claims = { groupsClaim: 'groups', nameClaim: 'name', registers: true };
  daybook = await startDaybook({
    clock: () => new Date(Date.now() + later).toISOString(),
    on: {
      site: SITE,
      providers: [
        // As many providers are written down: the metadata state it without the slash.
        { ...provider, ...claims, key: 'work', title: 'Example Ltd', issuer: `${issuer.issuer}/` },
        { ...provider, ...claims, key: 'other', title: 'Other Ltd', issuer: second.issuer },
      ],
    },
  });
  admin = await daybook.as('admin');
});
afterAll(async () => {
  await daybook.close();
  await Promise.all([issuer.close(), second.close()]);
});

let subject: string;
let name: string;
beforeEach(() => {
  subject = uuid();
  name = `Nora ${subject.slice(-8)}`;
  say({});
});
const say = (claims: Readonly<Record<string, unknown>>, by = issuer) => {
  by.wish = { claims: { sub: subject, name, ...claims } };
  by.userInfo = { sub: subject };
};

const WORK = '/-/sign-in/oidc/work';
const OTHER = '/-/sign-in/oidc/other';
const finish = async (browser: Browser, begun: string, path = WORK, by = issuer) => {
  const { code, state } = by.authorize(begun);
  return browser.get(`${path}/callback?code=${code}&state=${state}`);
};
const signIn = async (browser: Browser, path = WORK, by = issuer) =>
  finish(browser, String((await browser.get(path)).headers['location']), path, by);
const account = async (browser: Browser) => browser.get('/-/account');
const isSignedIn = async (browser: Browser) => (await account(browser)).status === 200;
const post = async (browser: Browser, path: string, form: object = {}) =>
  browser.post(path).type('form').send(form);

const register = async () => {
  const [id, signInName] = [uuid(), `mia.${uuid().slice(-8)}`];
  await daybook.send(
    new RegisterUser({ id, name: 'Mia', signInName, password: PASSWORD, context: system() }),
  );
  await daybook.settled();
  const browser = daybook.browser();
  await post(browser, '/-/sign-in', { name: signInName, password: PASSWORD });
  return { id, signInName, browser };
};

describe('two providers', () => {
  it('never answer for each other, whichever state, code or address is mixed', async () => {
    const browser = daybook.browser();
    const begun = String((await browser.get(WORK)).headers['location']);
    expect((await finish(browser, begun, OTHER, issuer)).status).toBe(410);
    const { code, state } = issuer.authorize(begun);
    const other = await browser.get(OTHER);
    const stateOfOther = new URL(String(other.headers['location'])).searchParams.get('state');
    expect((await browser.get(`${OTHER}/callback?code=${code}&state=${stateOfOther}`)).status).toBe(403);
    expect((await browser.get(`${WORK}/callback?code=${code}&state=${state}`)).status).toBe(410);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('know two people by the same subject', async () => {
    const [one, two] = [daybook.browser(), daybook.browser()];
    await signIn(one);
    const elsewhere = `Nina ${subject.slice(-8)}`;
    say({ name: elsewhere }, second);
    expect((await signIn(two, OTHER, second)).status).toBe(303);
    expect((await account(two)).text).toContain(elsewhere);
    expect((await account(one)).text).toContain(name);
  });

  it('cannot speak as each other', async () => {
    say({ iss: issuer.issuer }, second);
    const browser = daybook.browser();
    expect((await signIn(browser, OTHER, second)).status).toBe(403);
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('an issuer that is written with a slash at its end', () => {
  it('is the same one for linking, and in trying the table of roles', async () => {
    const browser = daybook.browser();
    say({ groups: ['clerks'] });
    await signIn(browser);
    const page = (await account(browser)).text;
    expect(page).toContain('Unlink Example Ltd');
    expect(page).not.toContain('Link Example Ltd<');
    const base = inputIn((await admin.get('/-/provider-roles')).text, 'base');
    const row = { 'row.0.provider': 'work', 'row.0.group': 'clerks', 'row.0.role': 'orders clerk' };
    const tried = await post(admin, '/-/provider-roles/try', { ...row, person: name, base });
    expect(tried.text).toMatch(/Would get: /);
  });
});

describe('groups that a provider states', () => {
  const withTable = async (group: string, role: string) => {
    const base = inputIn((await admin.get('/-/provider-roles')).text, 'base');
    const form = { 'row.0.provider': 'work', 'row.0.group': group, 'row.0.role': role, base };
    const tried = inputIn((await post(admin, '/-/provider-roles/try', form)).text, 'tried');
    await post(admin, '/-/provider-roles', { ...form, tried, commandId: uuid() });
  };
  const isAdmin = async (browser: Browser) => {
    await daybook.settled();
    return (await browser.get('/-/provider-roles')).status === 200;
  };

  it.each<[string, unknown]>([
    ['an object', { admins: true, length: 1, 0: 'admins' }],
    ['lists within lists', [['admins']]],
    ['a number', 7],
    ['other letters', ['Admins', 'admins ', 'admins,others']],
    ['the name within a longer one', ['not-admins', 'admins/guests']],
    ['one text with several', 'others admins'],
  ])('give no role as %s', async (_, groups) => {
    await withTable('admins', '- admin');
    say({ groups });
    const browser = daybook.browser();
    expect((await signIn(browser)).status).toBe(303);
    expect([await isSignedIn(browser), await isAdmin(browser)]).toEqual([true, false]);
  });

  it('count all where they are very many, and leave an event of a bounded size', async () => {
    await withTable('zz-admins', '- admin');
    const many = Array.from({ length: 1_500 }, (_, at) => `group-${String(at).padStart(5, '0')}`);
    say({ groups: [...many, 'x'.repeat(20_000), 'zz-admins'] });
    const browser = daybook.browser();
    expect((await signIn(browser)).status).toBe(303);
    expect(await isAdmin(browser)).toBe(true);
    const { store } = daybook.installation;
    let longest = 0;
    const head = await store.head();
    for await (const batch of store.all(0, new AbortController().signal)) {
      for (const event of batch) longest = Math.max(longest, JSON.stringify(event).length);
      if (batch.at(-1)!.position >= head) break;
    }
    expect(longest).toBeLessThan(100_000);
  });

  it('no longer give a role: sessions that are open lose it at once', async () => {
    await withTable('admins', '- admin');
    say({ groups: ['admins'] });
    const [early, late] = [daybook.browser(), daybook.browser()];
    await signIn(early);
    expect(await isAdmin(early)).toBe(true);
    say({ groups: [] });
    await signIn(late);
    expect([await isAdmin(early), await isAdmin(late)]).toEqual([false, false]);
  });
});

describe('a name that a provider states', () => {
  it.each<[string, unknown]>([
    ['is very long', 'N'.repeat(5_000)],
    ['reads backwards', 'Nora \u202e nimdA'],
    ['is that of the system', 'Daybook'],
    ['is a list', ['Nora']],
  ])('which %s keeps nobody out, and is not shown', async (_, stated) => {
    say({ name: stated });
    const browser = daybook.browser();
    expect((await signIn(browser)).status).toBe(303);
    const { status, text } = await account(browser);
    expect([status, text.includes(`<h1>${String(stated)}`), text.includes('\u202e')]).toEqual([
      200,
      false,
      false,
    ]);
  });
});

describe('a session that was stolen', () => {
  const link = async (browser: Browser, given: object = {}) => {
    const answer = await post(browser, '/-/account/identities/work/link', given);
    const url = /url=(.*)$/.exec(String(answer.headers['refresh']))?.[1];
    return url === undefined ? answer : finish(browser, url);
  };

  it('links no account at a provider, which would open the account for good, without the password', async () => {
    const { browser } = await register();
    for (const ownPassword of ['', 'wrong']) expect((await link(browser, { ownPassword })).status).toBe(400);
    expect((await account(browser)).text).not.toContain('Unlink Example Ltd');
    expect((await link(browser, { ownPassword: PASSWORD })).status).toBe(303);
    expect((await account(browser)).text).toContain('Unlink Example Ltd');
  });

  it('links none without a code either, where the person has a second factor', async () => {
    const { browser } = await register();
    const { recoveryCodes } = await setUpSecondFactor(browser, PASSWORD, Date.now());
    for (const ownCode of ['', '000000'])
      expect((await link(browser, { ownPassword: PASSWORD, ownCode })).status).toBe(400);
    expect((await account(browser)).text).toContain('name="ownCode"');
    const answer = await link(browser, { ownPassword: PASSWORD, ownCode: recoveryCodes[0] });
    expect(answer.headers['location']).toBe('/-/account');
  });

  it('links none for a person without a password, unless they have just signed in', async () => {
    const browser = daybook.browser();
    await signIn(browser);
    const linkOther = async () =>
      post(browser, '/-/account/identities/other/link').then(({ status }) => status);
    later = 11 * 60_000;
    expect(await linkOther()).toBe(400);
    later = 0;
    expect(await linkOther()).toBe(200);
  });

  it('ends where an admin ends that the person signs in by the provider', async () => {
    const browser = daybook.browser();
    await signIn(browser);
    const identity = /name="identity" value="([0-9a-f]+)"/.exec((await account(browser)).text)![1]!;
    const { store } = daybook.installation;
    const { events } = await store.read(`identity-${identity}`);
    const id = (events[0]!.data as { record: string }).record;
    const context = { actor: PEOPLE.admin.id, commandId: uuid() };
    await daybook.send(
      new UnlinkIdentity({ id, identity, waysIn: { hasPasswords: true, issuers: [] }, context }),
    );
    await daybook.settled();
    expect(await isSignedIn(browser)).toBe(false);
  });
});
