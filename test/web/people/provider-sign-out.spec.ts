// Back-channel logout: the provider says that a person signed out there.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
import { PROJECTION_PROGRESS } from '#query-handling/query-dependencies.js';
import { startForgingIssuer, type ForgingIssuer } from '#test/identity/providers/forging-issuer.js';
import { newFolder, startDaybook, type Browser, type Daybook } from '../daybook.js';

const PATH = '/-/sign-in/oidc/work';
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

const folder = newFolder();
let issuer: ForgingIssuer;
let daybook: Daybook;
/** Another process on the same data. */
let other: Daybook;

beforeAll(async () => {
  issuer = await startForgingIssuer();
  const provider = { clientId: 'daybook', clientSecret: 'secret', scopes: ['openid'], registers: true };
  const work = { ...provider, key: 'work', title: 'Example Ltd', groupsClaim: 'groups', nameClaim: 'name' };
  const away = { ...work, key: 'away', title: 'Away Ltd', issuer: 'http://127.0.0.1:9' };
  const on = { site: 'https://daybook.example.org', providers: [{ ...work, issuer: issuer.issuer }, away] };
  daybook = await startDaybook({ folder, on });
  other = await startDaybook({ folder, peopled: false, on });
});
afterAll(async () => {
  await other.close();
  await daybook.close();
  await issuer.close();
  rmSync(folder, { recursive: true });
});

let subject: string;
beforeEach(() => {
  subject = uuid();
  issuer.broken = false;
});

const signIn = async (sid?: string, of = subject): Promise<Browser> => {
  issuer.wish = { claims: { sub: of, name: `Nora ${of.slice(-8)}`, ...(sid !== undefined && { sid }) } };
  issuer.userInfo = { sub: of };
  const browser = daybook.browser();
  const begun = await browser.get(PATH);
  const { code, state } = issuer.authorize(String(begun.headers['location']));
  await browser.get(`${PATH}/callback?code=${code}&state=${state}`).expect(303);
  return browser;
};
const isSignedIn = async (browser: Browser) => (await browser.get('/-/account')).status === 200;

const now = () => Math.floor(Date.now() / 1000);
const claims = (more: Readonly<Record<string, unknown>> = {}) => ({
  iss: issuer.issuer,
  aud: 'daybook',
  iat: now(),
  exp: now() + 120,
  jti: uuid(),
  events: EVENTS,
  sub: subject,
  ...more,
});
const send = async (token: string, { at = daybook, path = `${PATH}/logout` } = {}) =>
  at.browser().post(path).type('form').send({ logout_token: token });
const logOut = async (more?: Readonly<Record<string, unknown>>, how?: Parameters<ForgingIssuer['sign']>[1]) =>
  send(await issuer.sign(claims(more), how));

describe('a logout token', () => {
  it('ends the sessions of one session at the provider, and no others', async () => {
    const [one, same, another] = [await signIn('s-1'), await signIn('s-1'), await signIn('s-2')];
    const answer = await logOut({ sid: 's-1' });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect([await isSignedIn(one), await isSignedIn(same), await isSignedIn(another)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('ends all sessions of the subject where it names no session, and none of other people', async () => {
    const mine = [await signIn('s-1'), await signIn('s-2'), await signIn()];
    const others = await signIn('s-1', uuid());
    expect((await logOut()).status).toBe(200);
    expect(await Promise.all(mine.map(isSignedIn))).toEqual([false, false, false]);
    expect(await isSignedIn(others)).toBe(true);
  });

  it('ends sessions of which the provider stated no session, whichever it names', async () => {
    const browser = await signIn();
    expect((await logOut({ sid: 's-9' })).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('that names a session alone ends those that began by it, whoever has them, in every process', async () => {
    const stranger = uuid();
    const [sid, elsewhere] = [uuid(), uuid()];
    const [one, same, another] = [await signIn(sid), await signIn(sid), await signIn(elsewhere)];
    const [others, unstated] = [await signIn(uuid(), stranger), await signIn(undefined)];
    const answer = await send(await issuer.sign(claims({ sub: undefined, sid })), { at: other });
    expect(answer.status).toBe(200);
    await daybook.settled();
    expect(await Promise.all([one, same, another, others, unstated].map(isSignedIn))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect((await logOut({ sub: undefined, sid: uuid() })).status).toBe(200);
  });

  it('that names a session alone is refused, and counts later, where it is not known yet who has that session', async () => {
    const sid = uuid();
    const browser = await signIn(sid);
    const token = await issuer.sign(claims({ sub: undefined, sid }));
    const lag = jest
      .spyOn(daybook.app.get<ProjectionProgress>(PROJECTION_PROGRESS), 'waitFor')
      .mockResolvedValue(false);
    const late = await send(token);
    lag.mockRestore();
    expect([late.status, late.headers['retry-after']]).toEqual([503, expect.any(String)]);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await send(token)).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each([['logout+jwt'], ['JWT']])('of the type %s counts, also without an end of its own', async (typ) => {
    const browser = await signIn('s-1');
    expect((await logOut({ exp: undefined, sid: 's-1' }, { typ })).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('for somebody unknown is answered as for others, so that it tells of nobody', async () => {
    expect((await logOut({ sub: uuid() })).status).toBe(200);
  });

  it('ends sessions in every process', async () => {
    const browser = await signIn('s-1');
    const token = await issuer.sign(claims({ sid: 's-1' }));
    expect((await send(token, { at: other })).status).toBe(200);
    await daybook.settled();
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('a sign-in that is under way when a logout token comes', () => {
  const begin = async () => {
    const browser = daybook.browser();
    const begun = await browser.get(PATH);
    return { browser, authorize: () => issuer.authorize(String(begun.headers['location'])) };
  };
  const finish = async (browser: Browser, { code, state }: ReturnType<ForgingIssuer['authorize']>) =>
    (await browser.get(`${PATH}/callback?code=${code}&state=${state}`)).status;
  const say = (more: object = {}) => {
    issuer.wish = { claims: { sub: subject, name: `Nora ${subject.slice(-8)}`, sid: 's-1', ...more } };
    issuer.userInfo = { sub: subject };
  };

  it.each<[string, Readonly<Record<string, unknown>>, object]>([
    ['of the subject', {}, {}],
    ['of its session', { sid: 's-1' }, {}],
    ['of its session, after the person signed in there', { sid: 's-1' }, { auth_time: now() - 60 }],
  ])('begins no session where the token is %s, in any process', async (_, token, stated) => {
    await signIn('s-0');
    const { browser, authorize } = await begin();
    say(stated);
    const authorized = authorize();
    expect((await send(await issuer.sign(claims(token)), { at: other })).status).toBe(200);
    expect(await finish(browser, authorized)).toBe(410);
    expect(await isSignedIn(browser)).toBe(false);
    // Begun anew, it counts.
    expect(await isSignedIn(await signIn('s-2'))).toBe(true);
  });

  it.each<[string, Readonly<Record<string, unknown>>, object]>([
    ['names another session', { sid: 's-9' }, {}],
    ['came before the person signed in there', { sid: 's-1' }, { auth_time: now() + 60 }],
  ])('begins one where the token %s', async (_, token, stated) => {
    await signIn('s-0');
    const { browser, authorize } = await begin();
    say(stated);
    const authorized = authorize();
    expect((await logOut(token)).status).toBe(200);
    expect(await finish(browser, authorized)).toBe(303);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('a logout token that must end nothing', () => {
  const hour = 3_600;
  it.each<[string, Readonly<Record<string, unknown>>, Parameters<ForgingIssuer['sign']>[1]]>([
    ['is expired', { exp: now() - hour }, {}],
    ['was issued long ago', { iat: now() - hour, exp: now() + hour }, {}],
    ['will be issued', { iat: now() + hour, exp: now() + 2 * hour }, {}],
    ['does not say when it was issued', { iat: undefined }, {}],
    ['is for another audience', { aud: 'another' }, {}],
    ['is of another issuer', { iss: 'https://login.example.org' }, {}],
    ['is an ID token', { nonce: 'n', events: undefined }, {}],
    ['has a nonce', { nonce: 'n' }, {}],
    ['tells no event', { events: undefined }, {}],
    ['tells another event', { events: { 'http://schemas.openid.net/event/other': {} } }, {}],
    ['tells the event as a text', { events: 'http://schemas.openid.net/event/backchannel-logout' }, {}],
    ['has no id', { jti: undefined }, {}],
    ['names nobody', { sub: undefined }, {}],
    ['names a subject that is no text', { sub: 7 }, {}],
    ['names a session that is no text', { sid: 7 }, {}],
    ['is not signed', {}, { unsigned: true }],
    ['is signed by a key that the provider does not publish', {}, { foreignKey: true }],
    ['is a token of another type', {}, { typ: 'at+jwt' }],
  ])('is refused when it %s', async (_, more, how) => {
    const browser = await signIn('s-1');
    const { status, body, headers } = await logOut(more, how);
    expect([status, body.error, headers['cache-control']]).toEqual([400, 'invalid_request', 'no-store']);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it.each([
    ['missing', ''],
    ['no token', 'x.y.z'],
    ['very long', 'x'.repeat(20_000)],
  ])('is refused when it is %s, without a request to the provider', async (_, token) => {
    const asked = issuer.requests.length;
    expect((await send(token)).status).toBe(400);
    expect(issuer.requests).toHaveLength(asked);
  });

  it('is refused the second time, and ends nothing that began since, in no process', async () => {
    await signIn('s-1');
    const ofSession = await issuer.sign(claims({ sid: 's-1' }));
    expect((await send(ofSession)).status).toBe(200);
    const browser = await signIn('s-2');
    expect((await send(ofSession)).status).toBe(400);
    expect((await send(ofSession, { at: other })).status).toBe(200);
    await daybook.settled();
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('is refused by another provider, and by one that is not set up', async () => {
    const browser = await signIn('s-1');
    const token = await issuer.sign(claims());
    expect((await send(token, { path: '/-/sign-in/oidc/away/logout' })).status).toBe(400);
    expect((await send(token, { path: '/-/sign-in/oidc/nothing/logout' })).status).toBe(404);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('is answered with a status to try again while the provider is away, and counts then', async () => {
    const browser = await signIn('s-1');
    const token = await issuer.sign(claims({ sid: 's-1' }));
    issuer.broken = true;
    expect((await send(token)).status).toBe(503);
    issuer.broken = false;
    expect((await send(token)).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
  });
});
