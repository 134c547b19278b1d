import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { ErasePerson, IssueLink, LockPerson, RegisterUser } from '#domain/user/user-commands.js';
import type { RecordedEvent } from '#domain/event.js';
import { parseUserStream } from '#domain/stream-names.js';
import { createOneTimeLink } from '#identity/one-time-links.js';
import { startForgingIssuer, type ForgingIssuer } from '#test/identity/providers/forging-issuer.js';
import { PEOPLE, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const PASSWORD = 'a sentence is fine';
const SITE = 'https://daybook.example.org';
const PATH = '/-/sign-in/oidc/work';
const CLIENT = { clientId: 'daybook', clientSecret: 'secret', scopes: ['openid'], groupsClaim: 'groups' };

let issuer: ForgingIssuer;
let daybook: Daybook;

beforeAll(async () => {
  issuer = await startForgingIssuer();
  const provider = { ...CLIENT, issuer: issuer.issuer, nameClaim: 'name' };
  daybook = await startDaybook({
    on: {
      site: SITE,
      providers: [
        { ...provider, key: 'work', title: 'Example Ltd', registers: false },
        { ...provider, key: 'open', title: 'Open Ltd', registers: true },
        { ...provider, key: 'away', title: 'Away Ltd', registers: true, issuer: 'http://127.0.0.1:9' },
        { ...provider, key: 'other', title: 'Other Ltd', registers: true, issuer: `${issuer.issuer}/other` },
      ],
    },
  });
});
afterAll(async () => {
  await daybook.close();
  await issuer.close();
});

let subject: string;
beforeEach(() => {
  subject = uuid();
  issuer.broken = false;
  say({});
});
const say = ({ claims = {}, ...more }: Partial<ForgingIssuer['wish']>) => {
  issuer.wish = { claims: { sub: subject, name: 'Nora New', ...claims }, ...more };
  issuer.userInfo = { sub: (claims['sub'] as string | undefined) ?? subject };
};

const begin = async (browser: Browser, path = PATH) => {
  const answer = await browser.get(path);
  return String(answer.headers['location']);
};
const callbackFor = (url: string, path = PATH) => {
  const { code, state } = issuer.authorize(url);
  return `${path.split('?')[0]}/callback?code=${code}&state=${state}`;
};
const signIn = async (browser: Browser, path = PATH) =>
  browser.get(callbackFor(await begin(browser, path), path));
const open = '/-/sign-in/oidc/open';
const isSignedIn = async (browser: Browser) => (await browser.get('/-/account')).status === 200;

const listEvents = async () => {
  const { store } = daybook.installation;
  const [head, events] = [await store.head(), [] as RecordedEvent[]];
  for await (const batch of store.all(0, new AbortController().signal)) {
    events.push(...batch);
    if (events.at(-1)!.position >= head) break;
  }
  return events;
};
/** Ids of people, in the order of their links. */
const listLinked = async () =>
  (await listEvents())
    .filter(({ type }) => type === 'user.identity-linked')
    .map(({ stream }) => parseUserStream(stream)!);

/** The address that the page of a linking leads to. */
const beginLink = async (browser: Browser) => {
  const answer = await browser
    .post('/-/account/identities/work/link')
    .type('form')
    .send({ ownPassword: PASSWORD });
  return /url=(.*)$/.exec(String(answer.headers['refresh']))![1]!;
};
const link = async (browser: Browser) => browser.get(callbackFor(await beginLink(browser)));

describe('signing in by a provider', () => {
  it('asks the provider with state, nonce, PKCE and the registered address', async () => {
    const url = new URL(await begin(daybook.browser()));
    expect(`${url.origin}${url.pathname}`).toBe(`${issuer.issuer}/authorize`);
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      redirect_uri: `${SITE}${PATH}/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]!.length).toBeGreaterThan(30);
  });

  it('registers an unknown person where the provider may, and knows them the next time', async () => {
    const [first, second] = [daybook.browser(), daybook.browser()];
    expect((await signIn(first, open)).status).toBe(303);
    expect((await first.get('/-/account')).text).toContain('Nora New');
    say({ claims: { name: 'Nora Newer', email: 'other@example.org' } });
    expect((await signIn(second, open)).status).toBe(303);
    expect((await second.get('/-/account')).text).toContain('Nora New');
  });

  it('refuses an unknown person elsewhere, and says whom to ask', async () => {
    const browser = daybook.browser();
    const answer = await signIn(browser);
    expect([answer.status, await isSignedIn(browser)]).toEqual([403, false]);
    expect(answer.text).toContain('Ask an admin');
  });

  it('leads to the page that was asked for, and to no other site', async () => {
    const next = async (address: string) =>
      (await signIn(daybook.browser(), `${open}?next=${encodeURIComponent(address)}`)).headers['location'];
    expect(await next('/orders/orders')).toBe('/orders/orders');
    for (const foreign of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect(await next(foreign)).toBe('/');
  });

  it('registers one person where two tabs finish at once', async () => {
    const browsers = [daybook.browser(), daybook.browser(), daybook.browser()];
    const answers = await Promise.all(browsers.map(async (browser) => signIn(browser, open)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const pages = await Promise.all(browsers.map(async (browser) => (await browser.get('/-/account')).text));
    expect(new Set(pages.map((page) => page.includes('Nora New')))).toEqual(new Set([true]));
    const registered = await listLinked();
    expect(new Set(registered).size).toBe(registered.length);
  });

  it('keeps the subject sealed, and names the identity only by its keyed hash', async () => {
    await signIn(daybook.browser(), open);
    const texts = (await listEvents()).map((event) => JSON.stringify(event));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.join('').includes(subject)).toBe(false);
  });
});

describe('an answer of a provider that must not sign in', () => {
  const refused = async (browser: Browser, path = open) => {
    const answer = await signIn(browser, path);
    expect(await isSignedIn(browser)).toBe(false);
    return answer.status;
  };
  const past = Math.floor(Date.now() / 1000) - 3_600;

  it.each<[string, Partial<ForgingIssuer['wish']>]>([
    ['is expired', { expires: past }],
    ['is for another audience', { claims: { aud: 'another' } }],
    [
      'is for several audiences by another party',
      { claims: { aud: ['daybook', 'another'], azp: 'another' } },
    ],
    ['is of another issuer', { claims: { iss: 'https://login.example.org' } }],
    ['has another nonce', { claims: { nonce: 'another' } }],
    ['has no nonce', { claims: { nonce: undefined } }],
    ['has no subject', { claims: { sub: undefined } }],
    ['is not signed', { unsigned: true }],
    ['is signed by a key that the provider does not publish', { foreignKey: true }],
  ])('is refused when the token %s', async (_, wish) => {
    say(wish);
    expect(await refused(daybook.browser())).toBe(403);
  });

  it('is refused when the user information is about another subject', async () => {
    issuer.userInfo = { sub: 'another' };
    expect(await refused(daybook.browser())).toBe(403);
  });

  it('is refused when the state is another, missing, or of another browser', async () => {
    const [mine, other] = [daybook.browser(), daybook.browser()];
    const url = await begin(mine, open);
    await begin(other, open);
    const { code, state } = issuer.authorize(url);
    const at = async (browser: Browser, query: string) =>
      (await browser.get(`${open}/callback?${query}`)).status;
    expect(await at(mine, `code=${code}&state=another`)).toBe(410);
    expect(await at(mine, `code=${code}`)).toBe(410);
    expect(await at(other, `code=${code}&state=${state}`)).toBe(410);
    expect(await at(daybook.browser(), `code=${code}&state=${state}`)).toBe(410);
    expect(await at(mine, `code=${code}&state=${state}`)).toBe(303);
  });

  it('is refused when the sign-in was begun by another provider', async () => {
    const browser = daybook.browser();
    const callback = callbackFor(await begin(browser), open);
    expect((await browser.get(callback)).status).toBe(410);
  });

  it('is refused when code and state come again, also with the cookie of the first time', async () => {
    const browser = daybook.browser();
    const started = await browser.get(open);
    const cookies = ([] as string[]).concat(started.headers['set-cookie'] ?? []);
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
    const callback = callbackFor(String(started.headers['location']), open);
    expect((await browser.get(callback)).status).toBe(303);
    expect((await browser.get(callback)).status).toBe(410);
    const asked = issuer.requests.length;
    expect((await daybook.browser().get(callback).set('Cookie', cookie)).status).toBe(410);
    expect(issuer.requests).toHaveLength(asked);
  });

  it('is refused when the provider denies, and says so', async () => {
    const browser = daybook.browser();
    const state = new URL(await begin(browser, open)).searchParams.get('state');
    const answer = await browser.get(`${open}/callback?error=access_denied&state=${state}`);
    expect([answer.status, answer.text.includes('Open Ltd did not let you sign in')]).toEqual([403, true]);
  });

  it('is refused when the metadata names another issuer', async () => {
    expect((await daybook.browser().get('/-/sign-in/oidc/other')).status).toBe(403);
  });

  it('is headed by what happened, with the code of the line in the server’s log', async () => {
    const browser = daybook.browser();
    const state = new URL(await begin(browser, open)).searchParams.get('state');
    const denied = await browser.get(`${open}/callback?error=access_denied&state=${state}`);
    const [late, away] = [
      await browser.get(`${open}/callback?code=1&state=1`),
      await browser.get('/-/sign-in/oidc/away'),
    ];
    expect(denied.text).toContain('<h1>The sign-in did not work</h1>');
    expect(late.text).toContain('<h1>The sign-in did not work</h1>');
    for (const { text, headers } of [denied, away])
      expect(text).toContain(String(headers['x-correlation-id']));
  });
});

describe('a provider', () => {
  it('that is away is named, with a status that says to try again', async () => {
    const answer = await daybook.browser().get('/-/sign-in/oidc/away');
    expect([answer.status, answer.text.includes('Away Ltd does not answer')]).toEqual([503, true]);
  });

  it('that fails in between signs nobody in, and the next try does', async () => {
    const browser = daybook.browser();
    const callback = callbackFor(await begin(browser, open), open);
    issuer.broken = true;
    expect((await browser.get(callback)).status).toBe(503);
    issuer.broken = false;
    expect((await signIn(browser, open)).status).toBe(303);
  });

  it('may turn its keys at any time', async () => {
    await signIn(daybook.browser(), open);
    await issuer.turnKeys();
    expect((await signIn(daybook.browser(), open)).status).toBe(303);
  });

  it('that is not set up is not found', async () => {
    expect((await daybook.browser().get('/-/sign-in/oidc/nothing')).status).toBe(404);
    expect((await daybook.browser().get('/-/sign-in/oidc/nothing/callback')).status).toBe(404);
  });
});

describe('signing out', () => {
  const signOut = async (browser: Browser) => browser.post('/-/sign-out').type('form').send({});

  it('ends the session here, and leads to the provider with the token that was proved there', async () => {
    const browser = daybook.browser();
    await signIn(browser, open);
    const answer = await signOut(browser);
    const url = new URL(/url=(.*)$/.exec(String(answer.headers['refresh']))![1]!);
    expect(`${url.origin}${url.pathname}`).toBe(`${issuer.issuer}/end`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${SITE}/-/sign-in`);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('ends the session here also while the provider is away', async () => {
    const browser = daybook.browser();
    await signIn(browser, open);
    issuer.broken = true;
    expect((await signOut(browser)).status).toBe(303);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('does not lead there when another person signed in meanwhile, otherwise', async () => {
    const browser = daybook.browser();
    await signIn(browser, open);
    await browser.post('/-/sign-in/demo').type('form').send({ person: PEOPLE.clerk.id });
    const { status, headers } = await signOut(browser);
    expect([status, headers['refresh']]).toEqual([303, undefined]);
  });
});

describe('linking an account', () => {
  const register = async () => {
    const [id, name] = [uuid(), `mia.${uuid().slice(-8)}`];
    const password = PASSWORD;
    await daybook.send(new RegisterUser({ id, name: 'Mia', signInName: name, password, context: system() }));
    await daybook.settled();
    const browser = daybook.browser();
    await browser.post('/-/sign-in').type('form').send({ name, password }).expect(303);
    return { id, browser };
  };

  it('is done by its owner while signed in, and signs in from then on', async () => {
    const { browser } = await register();
    expect((await link(browser)).headers['location']).toBe('/-/account');
    expect((await browser.get('/-/account')).text).toContain('Unlink Example Ltd');
    const other = daybook.browser();
    expect((await signIn(other)).status).toBe(303);
    expect((await other.get('/-/account')).text).toContain('Mia');
  });

  it('never happens by name or mail address', async () => {
    await register();
    say({ claims: { email: 'mia@example.org', email_verified: true, preferred_username: 'Mia' } });
    expect((await signIn(daybook.browser())).status).toBe(403);
  });

  it('is refused when the account at the provider belongs to another person', async () => {
    await link((await register()).browser);
    const { browser } = await register();
    const answer = await link(browser);
    expect(answer.status).toBe(409);
    expect((await browser.get('/-/account')).text).not.toContain('Unlink Example Ltd');
  });

  it('is refused when another person, or nobody, is signed in by the time', async () => {
    const { browser } = await register();
    const callback = callbackFor(await beginLink(browser));
    await browser.post('/-/sign-out').type('form').send({});
    expect((await browser.get(callback)).status).toBe(410);
    const again = await register();
    const second = callbackFor(await beginLink(again.browser));
    await again.browser.post('/-/sign-in/demo').type('form').send({ person: PEOPLE.clerk.id });
    expect((await again.browser.get(second)).status).toBe(410);
  });

  it('cannot be begun by another site', async () => {
    const { browser } = await register();
    const answer = await browser
      .post('/-/account/identities/work/link')
      .set('Sec-Fetch-Site', 'cross-site')
      .type('form')
      .send({});
    expect(answer.status).toBe(403);
  });

  const identityOn = (html: string) => /name="identity" value="([0-9a-f]+)"/.exec(html)?.[1] ?? '';

  it('ends by its owner, and the account at the provider is free again', async () => {
    const { browser } = await register();
    await link(browser);
    const identity = identityOn((await browser.get('/-/account')).text);
    await browser
      .post('/-/account/identities')
      .type('form')
      .send({ identity, commandId: uuid() })
      .expect(303);
    expect((await signIn(daybook.browser())).status).toBe(403);
    expect((await link((await register()).browser)).status).toBe(303);
  });

  it('stays where it is the only way in, and where another person tries to end it', async () => {
    const browser = daybook.browser();
    await signIn(browser, open);
    const identity = identityOn((await browser.get('/-/account')).text);
    const end = async (by: Browser) =>
      (await by.post('/-/account/identities').type('form').send({ identity, commandId: uuid() })).status;
    expect(await end(browser)).toBe(400);
    expect(await end((await register()).browser)).toBe(404);
    expect((await signIn(daybook.browser(), open)).status).toBe(303);
  });

  it('does not let a locked person in', async () => {
    const { id, browser } = await register();
    await link(browser);
    await daybook.send(new LockPerson({ id, reason: 'Left', context: system() }));
    const answer = await signIn(daybook.browser());
    expect([answer.status, answer.text.includes('locked')]).toEqual([401, true]);
  });

  it('is undone when the person is erased, so that the account may be linked anew', async () => {
    const { id, browser } = await register();
    await link(browser);
    await daybook.send(new ErasePerson({ id, reason: 'Asked for it', context: system() }));
    expect((await signIn(daybook.browser())).status).toBe(403);
    expect((await link((await register()).browser)).status).toBe(303);
  });
});

describe('a one-time link for a person without a sign-in name', () => {
  it('signs in once, after a click', async () => {
    const browser = daybook.browser();
    await signIn(browser, open);
    const id = (await listLinked()).at(-1)!;
    const { link: issued, token } = createOneTimeLink(id, 'x'.repeat(43), Date.now());
    await daybook.send(new IssueLink({ id, link: issued, context: system() }));
    await daybook.settled();
    expect(await isSignedIn(browser)).toBe(false);
    const opened = await browser.get(`/-/welcome?token=${token}`);
    expect(opened.text).toContain('Sign in as Nora New');
    const use = async (by: Browser) => (await by.post('/-/welcome').type('form').send({ token })).status;
    expect([await use(browser), await isSignedIn(browser)]).toEqual([303, true]);
    expect(await use(daybook.browser())).toBe(410);
  });
});
