import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { IssueLink, RegisterUser, SetUpSecondFactor } from '#domain/user/user-commands.js';
import { createOneTimeLink } from '#identity/one-time-links.js';
import { startDaybook, system, type Daybook } from '../daybook.js';

const PASSWORD = 'a sentence is fine';
const SIGN_IN_NAME = 'mia';

describe('an installation where passwords are off', () => {
  const id = uuid();
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook({ on: { passwords: false } });
    const person = { id, name: 'Mia', signInName: SIGN_IN_NAME, password: PASSWORD };
    await daybook.send(new RegisterUser({ ...person, context: system() }));
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  it('offers no password, and refuses a right one, from pages and programs', async () => {
    expect((await daybook.browser().get('/-/sign-in')).text).not.toContain('type="password"');
    const sent = { name: SIGN_IN_NAME, password: PASSWORD };
    const answer = await daybook.browser().post('/-/sign-in').type('form').send(sent);
    expect([answer.status, answer.text.includes('Nobody signs in by password here.')]).toEqual([403, true]);
    const basic = await daybook.browser().get('/api/orders/Order').auth(SIGN_IN_NAME, PASSWORD);
    expect([basic.status, basic.body.code]).toEqual([401, 'PROGRAMS_NEED_TOKENS']);
  });

  it('lets a one-time link of the command line sign in, once', async () => {
    const { link, token } = createOneTimeLink(id, 'x'.repeat(43), Date.now());
    await daybook.send(new IssueLink({ id, link, context: system() }));
    await daybook.settled();
    const browser = daybook.browser();
    expect((await browser.get(`/-/welcome?token=${token}`)).text).toContain('Sign in as Mia');
    const use = async () => (await browser.post('/-/welcome').type('form').send({ token })).status;
    expect(await use()).toBe(303);
    expect((await browser.get('/-/account')).status).toBe(200);
    expect(await use()).toBe(410);
  });

  it('shows admins and their people links that sign in, and asks nobody for a password', async () => {
    const person = { id: uuid(), name: 'Rita', signInName: 'rita', password: PASSWORD };
    const roles = [{ application: '-', role: 'admin' }];
    await daybook.send(new RegisterUser({ ...person, roles, context: system() }));
    const { link, token } = createOneTimeLink(person.id, 'x'.repeat(43), Date.now());
    await daybook.send(new IssueLink({ id: person.id, link, context: system() }));
    await daybook.settled();
    const admin = daybook.browser();
    await admin.post('/-/welcome').type('form').send({ token });
    const textOf = async (path: string) => (await admin.get(path)).text;
    expect(await textOf('/-/people/new')).toContain('a one-time link that signs them in once');
    expect(await textOf(`/-/people/${id}`)).toContain('A one-time link signs Mia in once');
    const made = await admin.post(`/-/people/${id}/link`).type('form').send({ commandId: uuid() });
    expect(made.text).toContain('anyone who opens it can sign in as Mia');
    expect(await textOf('/-/account')).toContain('You need no password: you sign in by a provider.');
  });

  it('tells of a second factor and counts codes for those alone who have the link', async () => {
    const guarded = uuid();
    const person = { id: guarded, name: 'Gus', signInName: 'gus', password: PASSWORD };
    await daybook.send(new RegisterUser({ ...person, context: system() }));
    const factor = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', baseVersion: 0, step: 1, except: null };
    const recoveryCodes = Array.from({ length: 10 }, (_, index) => `digest ${index}`);
    const context = { actor: guarded, commandId: uuid() };
    await daybook.send(new SetUpSecondFactor({ id: guarded, ...factor, recoveryCodes, context }));
    await daybook.settled();
    const { version } = await daybook.installation.store.read(`user-${guarded}`);
    const sent = { token: `${guarded}.${'y'.repeat(43)}`, code: '000000' };
    const { status } = await daybook.browser().post('/-/welcome').type('form').send(sent);
    expect(status).toBe(410);
    expect((await daybook.installation.store.read(`user-${guarded}`)).version).toBe(version);
  });
});
