// Accounts at providers as admins see and unlink them, and roles that groups gave.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { ChangeProviderRoles } from '#domain/user/provider-roles-commands.js';
import { GrantRole, RegisterUser } from '#domain/user/user-commands.js';
import type { RecordedEvent } from '#domain/event.js';
import { streams } from '#domain/stream-names.js';
import { startForgingIssuer, type ForgingIssuer } from '#test/identity/providers/forging-issuer.js';
import { PEOPLE, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const CLIENT = { clientId: 'daybook', clientSecret: 'secret', scopes: ['openid'], groupsClaim: 'groups' };
const PATH = '/-/sign-in/oidc/work';

let issuer: ForgingIssuer;
let daybook: Daybook;
let admin: Browser;

beforeAll(async () => {
  issuer = await startForgingIssuer();
  const provider = { ...CLIENT, issuer: issuer.issuer, nameClaim: 'name' };
  daybook = await startDaybook({
    on: {
      site: 'https://daybook.example.org',
      providers: [{ ...provider, key: 'work', title: 'Example Ltd', registers: true }],
    },
  });
  const rows = [{ provider: 'work', group: 'buyers', application: 'orders', role: 'boss' }];
  const context = { actor: PEOPLE.admin.id, commandId: uuid() };
  await daybook.send(new ChangeProviderRoles({ rows, base: 0, context }));
  admin = await daybook.as('admin');
});
afterAll(async () => {
  await daybook.close();
  await issuer.close();
});

let subject: string;
/** Of another account at the provider from now on. */
const nextSubject = () => {
  subject = `subject-${uuid()}`;
  issuer.wish = { claims: { sub: subject, name: 'Nora New', groups: ['buyers'] } };
  issuer.userInfo = { sub: subject };
};

const callbackFor = (url: string) => {
  const { code, state } = issuer.authorize(url);
  return `${PATH}/callback?code=${code}&state=${state}`;
};
const signIn = async (browser: Browser = daybook.browser()) => {
  const begun = await browser.get(PATH);
  await browser.get(callbackFor(String(begun.headers['location']))).expect(303);
  await daybook.settled();
  return browser;
};
const isSignedIn = async (browser: Browser) => (await browser.get('/-/account')).status === 200;

interface PersonJson {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly { readonly role: string; readonly provider: object | null }[];
  readonly identities: readonly { readonly identity: string; readonly lastUsedAt: string }[];
}
const read = async (id: string): Promise<PersonJson> =>
  (await admin.get(`/api/-/people/${id}`).expect(200)).body as PersonJson;

/** A person whom the provider registered, in one session. */
const registered = async () => {
  nextSubject();
  const browser = await signIn();
  const { body } = await admin.get('/api/-/people?q=Nora');
  const ids = (body as { items: readonly PersonJson[] }).items.map(({ id }) => id);
  const found = await Promise.all(ids.map(read));
  const person = found.find(({ identities }) => JSON.stringify(identities).includes(subject))!;
  return { id: person.id, identity: person.identities[0]!.identity, browser };
};

/** With a password; links the account. */
const linked = async () => {
  nextSubject();
  const [id, name, password] = [uuid(), `mia.${uuid().slice(-8)}`, 'a sentence is fine'];
  await daybook.send(new RegisterUser({ id, name: 'Mia', signInName: name, password, context: system() }));
  await daybook.settled();
  const browser = daybook.browser();
  await browser.post('/-/sign-in').type('form').send({ name, password }).expect(303);
  const answer = await browser
    .post('/-/account/identities/work/link')
    .type('form')
    .send({ ownPassword: password });
  await browser.get(callbackFor(/url=(.*)$/.exec(String(answer.headers['refresh']))![1]!)).expect(303);
  await daybook.settled();
  return { id, browser, identity: (await read(id)).identities[0]!.identity };
};

const unlink = async (by: Browser, id: string, identity: string) =>
  by.post(`/-/people/${id}/identities`).type('form').send({ identity, commandId: uuid() });
const eventsOf = async (id: string) =>
  (await daybook.installation.store.read(streams.user(id))).events as readonly RecordedEvent[];

describe('the page of a person', () => {
  it('shows the account at the provider, since when, its last use, and that it is the only way in', async () => {
    const { id } = await registered();
    const { text } = await admin.get(`/-/people/${id}`).expect(200);
    for (const shown of ['Example Ltd', subject, issuer.issuer, 'Linked', 'last used', 'the only way in'])
      expect(text).toContain(shown);
    expect(text).toContain('Make a one-time link');
  });

  it('does not warn about a person with a password', async () => {
    const { id } = await linked();
    const { text } = await admin.get(`/-/people/${id}`);
    expect(text).toContain(subject);
    expect(text).not.toContain('the only way in');
  });

  it('is not for others', async () => {
    const { id, browser } = await registered();
    expect((await browser.get(`/-/people/${id}`)).status).toBe(403);
    expect((await browser.get(`/api/-/people/${id}`)).status).toBe(403);
    expect((await browser.get('/api/-/people')).status).toBe(403);
  });
});

describe('an admin who unlinks an account at a provider', () => {
  it('ends the sessions begun by it, takes its roles, and stands in the event', async () => {
    const { id, identity, browser } = await registered();
    const second = await signIn();
    const answer = await unlink(admin, id, identity);
    expect([answer.status, answer.headers['location']]).toEqual([303, `/-/people/${id}`]);
    expect(await Promise.all([browser, second].map(isSignedIn))).toEqual([false, false]);
    const last = (await eventsOf(id)).slice(-4);
    expect(last.map(({ type }) => type)).toEqual([
      'user.identity-unlinked',
      'user.role-revoked',
      'user.signed-out',
      'user.signed-out',
    ]);
    expect(new Set(last.map(({ metadata }) => metadata.actor))).toEqual(new Set([PEOPLE.admin.id]));
    expect((await admin.get(`/-/people/${id}`)).text).toContain('no way in left');
    expect(await read(id)).toMatchObject({ identities: [], roles: [] });
  });

  it('can make a one-time link then, which signs the person in', async () => {
    const { id, identity } = await registered();
    await unlink(admin, id, identity);
    const { text } = await admin.post(`/-/people/${id}/link`).type('form').send({}).expect(200);
    const token = /welcome\?token=([\w.-]+)/.exec(text)![1]!;
    expect(text).toContain('can sign in as Nora New');
    const browser = daybook.browser();
    await browser.post('/-/welcome').type('form').send({ token }).expect(303);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('leaves sessions that began by a password', async () => {
    const { id, identity, browser } = await linked();
    const byProvider = await signIn();
    await unlink(admin, id, identity);
    expect([await isSignedIn(browser), await isSignedIn(byProvider)]).toEqual([true, false]);
  });

  it('can do so by API, once', async () => {
    const { id, identity, browser } = await registered();
    const path = `/api/-/people/${id}/identities/${identity}/unlink`;
    await admin.post(path).send({}).expect(200);
    expect(await isSignedIn(browser)).toBe(false);
    await admin.post(path).send({}).expect(404);
  });

  it('is not found where the account is of another person, and changes nothing', async () => {
    const [first, second] = [await registered(), await linked()];
    expect((await unlink(admin, second.id, first.identity)).status).toBe(404);
    expect((await read(first.id)).identities).toHaveLength(1);
  });
});

describe('somebody who is no admin', () => {
  it('unlinks nothing of another person, by page or API', async () => {
    const { id, identity } = await registered();
    const { browser } = await linked();
    expect((await unlink(browser, id, identity)).status).toBe(403);
    const path = `/api/-/people/${id}/identities/${identity}/unlink`;
    expect((await browser.post(path).send({})).status).toBe(403);
    expect((await daybook.browser().post(path).send({})).status).toBe(401);
    expect((await read(id)).identities).toHaveLength(1);
  });
});

describe('a person who unlinks their own account', () => {
  it('goes on in the session they are in, and ends the others', async () => {
    const { identity } = await linked();
    const [here, there] = [await signIn(), await signIn()];
    await here.post('/-/account/identities').type('form').send({ identity, commandId: uuid() }).expect(303);
    await daybook.settled();
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
  });
});

describe('a role that groups of a provider gave', () => {
  const MARK = 'from Example Ltd';

  it('is marked on the page of the person, in the list, among role holders and in the API', async () => {
    const { id } = await registered();
    const auditor = admin;
    for (const path of [`/-/people/${id}`, '/-/people?q=Nora', '/-/roles'])
      expect((await auditor.get(path).expect(200)).text).toContain(MARK);
    expect((await read(id)).roles).toEqual([
      { application: 'orders', role: 'boss', provider: { issuer: issuer.issuer, title: 'Example Ltd' } },
    ]);
  });

  it('is no longer marked once an admin gave it by hand', async () => {
    const { id } = await registered();
    const context = { actor: PEOPLE.admin.id, commandId: uuid() };
    await daybook.send(new GrantRole({ id, application: 'orders', role: 'boss', context }));
    await daybook.settled();
    expect((await admin.get(`/-/people/${id}`)).text).not.toContain(MARK);
    expect((await read(id)).roles).toEqual([{ application: 'orders', role: 'boss', provider: null }]);
  });

  it('leaves roles given by hand without a mark', async () => {
    expect((await read(PEOPLE.boss.id)).roles).toEqual([
      { application: 'orders', role: 'boss', provider: null },
    ]);
  });
});
