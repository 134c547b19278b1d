import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { ChooseSignInRules } from '#domain/sign-in-rules/sign-in-rules-commands.js';
import { DEFAULT_SIGN_IN_RULES } from '#domain/sign-in-rules/sign-in-rules.js';
import { parseUserStream } from '#domain/stream-names.js';
import type { SignInRules } from '#domain/sign-in-rules/sign-in-rules-events.js';
import { startForgingIssuer, type ForgingIssuer } from '#test/identity/providers/forging-issuer.js';
import { inputIn, startDaybook, system, type Browser, type Daybook } from '../daybook.js';
import { codeAt, recoveryCodesIn, secretIn } from './second-factor.js';

const SITE = 'https://daybook.example.org';
const PATH = '/-/sign-in/oidc/work';
const STEP = 30_000;

let now = Date.now();
let issuer: ForgingIssuer;
let daybook: Daybook;

beforeAll(async () => {
  issuer = await startForgingIssuer();
  const client = { clientId: 'daybook', clientSecret: 'secret', scopes: ['openid'] };
  const claims = { groupsClaim: 'groups', nameClaim: 'name', issuer: issuer.issuer };
  daybook = await startDaybook({
    clock: () => new Date(now).toISOString(),
    on: {
      site: SITE,
      providers: [{ ...client, ...claims, key: 'work', title: 'Example Ltd', registers: true }],
    },
  });
});
afterAll(async () => {
  await daybook.close();
  await issuer.close();
});

beforeEach(() => {
  now += 10 * STEP;
  const sub = uuid();
  issuer.wish = { claims: { sub, name: 'Nora New' } };
  issuer.userInfo = { sub };
});
const choose = async (rules: Partial<SignInRules>) =>
  daybook.send(new ChooseSignInRules({ ...DEFAULT_SIGN_IN_RULES, ...rules, context: system() }));
afterEach(() => choose({}));

const atProvider = async (browser: Browser) => {
  const { headers } = await browser.get(`${PATH}?next=/orders/orders`);
  const { code, state } = issuer.authorize(String(headers['location']));
  return browser.get(`${PATH}/callback?code=${code}&state=${state}`);
};
const location = (answer: { headers: Record<string, string> }) => answer.headers['location'];
const isSignedIn = async (browser: Browser) => (await browser.get('/-/account')).status === 200;
const setUp = async (browser: Browser) => {
  const { text } = await browser.get('/-/sign-in/set-up?next=/orders/orders');
  const secret = secretIn(text);
  const form = { setUp: inputIn(text, 'setUp'), code: codeAt(secret, now), next: '/orders/orders' };
  const answer = await browser.post('/-/sign-in/set-up').type('form').send(form).expect(200);
  return { secret, recoveryCodes: recoveryCodesIn(answer.text) };
};
/** Who was linked last. */
const findPerson = async () => {
  let person: string | undefined;
  const { store } = daybook.installation;
  const head = await store.head();
  for await (const batch of store.all(0, new AbortController().signal)) {
    for (const { type, stream } of batch)
      if (type === 'user.identity-linked') person = parseUserStream(stream);
    if (batch.at(-1)!.position >= head) break;
  }
  return person!;
};
const giveCode = async (browser: Browser, code: string, remember = false) =>
  browser
    .post('/-/sign-in/code')
    .type('form')
    .send({ code, next: '/orders/orders', ...(remember && { remember: 'true' }) });

describe('a second factor at a sign-in by a provider', () => {
  it('is not asked as long as no admin chose it, as the provider asks itself', async () => {
    await choose({ secondFactor: 'all' });
    const browser = daybook.browser();
    expect(location(await atProvider(browser))).toBe('/orders/orders');
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('is set up first, then asked each time, where an admin chose it', async () => {
    await choose({ secondFactor: 'all', atProviders: true });
    const first = daybook.browser();
    expect(location(await atProvider(first))).toBe('/-/sign-in/set-up?next=%2Forders%2Forders');
    expect(await isSignedIn(first)).toBe(false);
    const { secret } = await setUp(first);
    expect(await isSignedIn(first)).toBe(true);

    now += STEP;
    const second = daybook.browser();
    expect(location(await atProvider(second))).toBe('/-/sign-in/code?next=%2Forders%2Forders');
    expect(await isSignedIn(second)).toBe(false);
    expect((await giveCode(second, '000000')).status).toBe(401);
    expect(location(await giveCode(second, codeAt(secret, now)))).toBe('/orders/orders');
    expect(await isSignedIn(second)).toBe(true);
  });

  it('is asked of those who set one up, though the rules ask nobody', async () => {
    await choose({ secondFactor: 'all', atProviders: true });
    const first = daybook.browser();
    await atProvider(first);
    const { recoveryCodes } = await setUp(first);
    await choose({ atProviders: true });
    const second = daybook.browser();
    await atProvider(second);
    expect(location(await giveCode(second, recoveryCodes[0]!))).toBe('/orders/orders');
    await choose({});
    expect(location(await atProvider(daybook.browser()))).toBe('/orders/orders');
  });

  it('leaves the session one of the session at the provider, which ends it', async () => {
    await choose({ secondFactor: 'all', atProviders: true });
    issuer.wish = { claims: { ...issuer.wish.claims, sid: 'session-1' } };
    const browser = daybook.browser();
    await atProvider(browser);
    await setUp(browser);
    const { events } = await daybook.installation.store.read(`user-${await findPerson()}`);
    expect(events.at(-1)).toMatchObject({
      type: 'user.signed-in',
      data: { by: 'provider', identity: expect.any(String), providerSession: expect.any(String) },
    });
  });

  it('signs nobody in whose session at the provider ended before the code came', async () => {
    await choose({ secondFactor: 'all', atProviders: true });
    const browser = daybook.browser();
    await atProvider(browser);
    const { text } = await browser.get('/-/sign-in/set-up');
    const seconds = Math.floor(now / 1000);
    const token = await issuer.sign({
      iss: issuer.issuer,
      aud: 'daybook',
      iat: seconds,
      exp: seconds + 120,
      jti: uuid(),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      sub: issuer.wish.claims!['sub'],
    });
    const form = { logout_token: token };
    await daybook.browser().post(`${PATH}/logout`).type('form').send(form).expect(200);
    const sent = { setUp: inputIn(text, 'setUp'), code: codeAt(secretIn(text), now) };
    const answer = await browser.post('/-/sign-in/set-up').type('form').send(sent);
    expect(location(answer)).toMatch(/^\/-\/sign-in\?/);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('is replaced by a browser that was remembered', async () => {
    await choose({ secondFactor: 'all', atProviders: true, rememberDays: 7 });
    const browser = daybook.browser();
    await atProvider(browser);
    const { recoveryCodes } = await setUp(browser);
    await atProvider(browser);
    await giveCode(browser, recoveryCodes[1]!, true);
    expect(location(await atProvider(browser))).toBe('/orders/orders');
  });

  it('is chosen on the page of sign-in rules', async () => {
    const admin = await daybook.as('admin');
    const form = { secondFactor: 'all', rememberDays: '0', adminMinutes: '30', otherMinutes: '720' };
    await admin
      .post('/-/sign-in-rules')
      .type('form')
      .send({ ...form, atProviders: 'true' })
      .expect(303);
    expect((await admin.get('/-/sign-in-rules')).text).toMatch(/name="atProviders"[^>]*checked/);
    await admin.post('/-/sign-in-rules').type('form').send(form).expect(303);
    expect((await admin.get('/-/sign-in-rules')).text).not.toMatch(/name="atProviders"[^>]*checked/);
  });
});
