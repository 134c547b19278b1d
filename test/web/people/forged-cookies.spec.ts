import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sealData } from 'iron-session';
import { v7 as uuid } from 'uuid';
import { ErasePerson, IssueLink, RegisterUser } from '#domain/user/user-commands.js';
import { PEOPLE, startDaybook, system, type Daybook } from '../daybook.js';

const PASSWORD = 'a sentence is fine';

let daybook: Daybook;
let id: string;
let name: string;

beforeAll(async () => {
  daybook = await startDaybook();
});
afterAll(() => daybook.close());

beforeEach(async () => {
  id = uuid();
  name = `mia.${id.slice(-6)}`;
  const roles = [{ application: 'orders', role: 'clerk' }];
  const mia = { id, name: 'Mia', signInName: name, password: PASSWORD, roles, context: system() };
  await daybook.send(new RegisterUser(mia));
  await daybook.settled();
});

const signIn = async () => {
  const answer = await daybook.browser().post('/-/sign-in').type('form').send({ name, password: PASSWORD });
  const cookies = answer.headers['set-cookie'] as unknown as string[];
  return cookies.find((each) => each.startsWith('daybook-session='))!.split(';')[0]!;
};
const page = async (cookie: string) =>
  (await daybook.browser().get('/orders/orders').set('Cookie', cookie)).status;
const api = async () => (await daybook.browser().get('/api/orders/Order').auth(name, PASSWORD)).status;

describe('given a session and a program of Mia', () => {
  let cookie: string;

  beforeEach(async () => {
    cookie = await signIn();
    expect([await page(cookie), await api()]).toEqual([200, 200]);
  });

  it.each([
    ['is erased', () => new ErasePerson({ id, reason: 'They asked.', context: system() })],
    [
      'is given a link for another password',
      () =>
        new IssueLink({
          id,
          link: { digest: 'a'.repeat(64), until: '2999-01-01T00:00:00.000Z' },
          context: system(),
        }),
    ],
  ])('when she %s, then neither gets in any more, nor writes', async (_what, command) => {
    await daybook.send(command());
    await daybook.settled();
    expect([await page(cookie), await api()]).toEqual([303, 401]);
    const form = daybook.browser().post('/orders/orders/new').set('Cookie', cookie).type('form');
    expect((await form.send({ _id: uuid(), _command: uuid(), subject: 'Paper' })).status).toBe(401);
    expect(await signInAgain()).toBe(401);
  });

  const signInAgain = async () =>
    (await daybook.browser().post('/-/sign-in').type('form').send({ name, password: PASSWORD })).status;

  it('when somebody seals a session of hers with another secret, or writes one, then it is none', async () => {
    const session = { person: id, begun: 3, stamp: 'x', until: Date.now() + 3_600_000 };
    const sealed = await sealData(session, { password: 'another secret that is long enough', ttl: 3600 });
    const plain = Buffer.from(JSON.stringify(session)).toString('base64url');
    for (const forged of [sealed, plain, JSON.stringify(session), id])
      expect(await page(`daybook-session=${encodeURIComponent(forged)}`)).toBe(303);
    // Of two cookies with one name, only the first counts.
    expect(await page(`daybook-session=${id}; ${cookie}`)).toBe(303);
  });

  it('when she signs out, then a copy of the cookie is worth nothing, and her program goes on', async () => {
    await daybook.browser().post('/-/sign-out').set('Cookie', cookie);
    expect([await page(cookie), await api()]).toEqual([303, 200]);
  });
});

describe('given the id of somebody who is there', () => {
  it('when it is sent as who asks, in headers and fields, then nobody is signed in by it', async () => {
    const asked = daybook
      .browser()
      .get('/orders/orders')
      .set({ 'X-Person': PEOPLE.admin.id, 'X-Forwarded-User': PEOPLE.admin.id, 'X-Remote-User': 'ada' });
    expect((await asked.query({ person: PEOPLE.admin.id, actor: PEOPLE.admin.id })).status).toBe(303);
  });
});
