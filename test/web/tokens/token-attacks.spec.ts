// Somebody with an API token who wants more than it gives.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import {
  ErasePerson,
  GrantRole,
  RegisterUser,
  RevokeRole,
  SetUpSecondFactor,
} from '#domain/user/user-commands.js';
import { createTotpSecret } from '#identity/second-factor/totp.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { codeAt } from '../people/second-factor.js';
import {
  ORDERS as ORDERS_TEXT,
  PEOPLE,
  startDaybook,
  system,
  type Browser,
  type Daybook,
} from '../daybook.js';

const ORDERS = '/api/orders/Order';
const TOKEN = /daybook_[0-9a-f]{16}_[\w-]{43}/;
const ORDER = uuid();

let daybook: Daybook;
let clerk: Browser;
/** Milliseconds that the clock of Daybook is ahead. */
let later = 0;

beforeAll(async () => {
  daybook = await startDaybook({ clock: () => new Date(Date.now() + later).toISOString() });
  const text = ORDERS_TEXT.replace('key: orders', 'key: others').replace(/^name: .*$/m, 'name: Others');
  await daybook.send(new PublishSpecification({ text, context: system() }));
  for (const role of ['clerk', 'boss'])
    await daybook.send(
      new GrantRole({ id: PEOPLE.clerk.id, application: 'others', role, context: system() }),
    );
  for (const [application, id] of [
    ['orders', ORDER],
    ['others', uuid()],
  ] as const)
    await daybook.send(
      new OpenRecord({
        application,
        entity: 'Order',
        id,
        input: { title: `Paper of ${application}`, lines: [{ item: 'A4', quantity: 2, price: '12.50' }] },
        context: { actor: PEOPLE.clerk.id, commandId: uuid() },
      }),
    );
  await daybook.settled();
  clerk = await daybook.as('clerk');
});
afterAll(async () => daybook.close());

const make = async (limits: object = {}, browser = clerk) => {
  const form = {
    name: 'Robot',
    access: 'write',
    application: '',
    expires: '30',
    commandId: uuid(),
    ...limits,
  };
  return browser.post('/-/account/tokens').type('form').send(form);
};
const token = async (limits: object = {}, browser = clerk) =>
  TOKEN.exec((await make(limits, browser)).text)![0];
const get = async (bearer: string, path = ORDERS) =>
  daybook.browser().get(path).set('Authorization', `Bearer ${bearer}`);

describe('a token', () => {
  it('counts in its header alone: not in the address, the body, a cookie, or as a password', async () => {
    const mine = await token();
    const asked = [
      daybook.browser().get(`${ORDERS}?access_token=${mine}&token=${mine}`),
      daybook.browser().get(ORDERS).set('Cookie', `daybook-session=${mine}`),
      daybook.browser().get(ORDERS).set('X-Api-Key', mine),
      daybook.browser().get(ORDERS).auth(mine, ''),
      daybook.browser().get(ORDERS).auth('clara', mine),
      daybook.browser().post(ORDERS).type('form').send({ access_token: mine }),
    ];
    for (const request of asked) expect((await request).status).toBe(401);
  });

  it('reads and does no more by another method, or by a header that names one', async () => {
    const reads = await token({ access: 'read' });
    // Its first use of the day is recorded.
    expect((await get(reads)).status).toBe(200);
    const head = await daybook.installation.store.head();
    const ask = (method: 'post' | 'put' | 'patch' | 'delete', path: string) =>
      daybook.browser()[method](path).set('Authorization', `Bearer ${reads}`).send({ text: 'x' });
    for (const method of ['post', 'put', 'patch', 'delete'] as const)
      for (const path of [ORDERS, `${ORDERS}/${ORDER}`, `${ORDERS}/${ORDER}/comments`])
        expect([403, 404, 405]).toContain((await ask(method, path)).status);
    const overridden = await daybook
      .browser()
      .get(`${ORDERS}/${ORDER}/comments?_method=POST`)
      .set('Authorization', `Bearer ${reads}`)
      .set('X-HTTP-Method-Override', 'POST');
    expect([404, 405]).toContain(overridden.status);
    expect(await daybook.installation.store.head()).toBe(head);
  });

  it('makes, lists and revokes no tokens, and opens no page, also beside a cookie of nobody', async () => {
    const mine = await token({ access: 'write' });
    for (const path of ['/-/account/tokens', '/-/account', '/-/timeline', '/-/people'])
      expect((await get(mine, path)).status).toBe(303);
    const made = await daybook
      .browser()
      .post('/-/account/tokens')
      .set('Authorization', `Bearer ${mine}`)
      .type('form')
      .send({ name: 'Child', access: 'write', application: '', expires: '30' });
    expect([made.status, TOKEN.test(made.text)]).toEqual([401, false]);
    const child = await daybook
      .browser()
      .post('/api/-/account/tokens')
      .set('Authorization', `Bearer ${mine}`)
      .send({ name: 'Child', until: new Date(Date.now() + 1e9).toISOString(), access: 'write' });
    expect([child.status, child.body.code]).toEqual([403, 'NOT_FOR_TOKENS']);
    const listed = await get(mine, '/api/-/account/tokens');
    expect([listed.status, listed.body.code]).toEqual([403, 'NOT_FOR_TOKENS']);
  });

  it('has its rights, and not those of a session that comes with it', async () => {
    const reads = await token({ access: 'read', application: 'orders' });
    const answer = await clerk.post(ORDERS).set('Authorization', `Bearer ${reads}`).send({ fields: {} });
    expect([answer.status, answer.body.code]).toEqual([403, 'TOKEN_READS_ONLY']);
    expect((await clerk.get('/api/others/Order').set('Authorization', `Bearer ${reads}`)).status).toBe(404);
    expect((await clerk.get(ORDERS).set('Authorization', 'Bearer nonsense')).status).toBe(401);
  });

  it('gets no answer that was computed for its person, nor learns by a tag that it is the same', async () => {
    const narrow = await token({ access: 'read', application: 'orders' });
    const whole = await token({ access: 'read' });
    for (const path of ['/api/others/Order', '/api/-/waiting', '/api/-/search?q=Paper', '/api/-/changes']) {
      const full = await get(whole, path);
      const answer = await daybook
        .browser()
        .get(path)
        .set('Authorization', `Bearer ${narrow}`)
        .set('If-None-Match', full.headers['etag'] ?? '*');
      expect([path, full.status, [403, 404].includes(answer.status)]).toEqual([path, 200, true]);
    }
    const answer = await get(narrow);
    expect(answer.headers['cache-control']).toMatch(/no-store|private/);
    expect(answer.headers['set-cookie'] ?? []).toEqual([]);
  });

  it('without the rights of admins reads as a person without that role does', async () => {
    const admin = await daybook.as('admin');
    const plain = await token({ access: 'read' }, admin);
    const full = await token({ access: 'read', administration: 'true' }, admin);
    const guest = await token({ access: 'read' }, await daybook.as('guest'));
    const statuses = async (bearer: string) =>
      Promise.all(
        ['/api/-/timeline', '/api/-/waiting', ORDERS, `${ORDERS}/${ORDER}`, '/api/orders/constants'].map(
          async (path) => (await get(bearer, path)).status,
        ),
      );
    expect(await statuses(plain)).toEqual(await statuses(guest));
    expect((await statuses(full))[0]).toBe(200);
  });

  it('loses what its person loses, and works no more for a person who was erased', async () => {
    const id = uuid();
    const roles = [{ application: 'orders', role: 'clerk' }];
    await daybook.send(new RegisterUser({ id, name: 'Tom Temp', demo: true, roles, context: system() }));
    await daybook.settled();
    const tom = daybook.browser();
    await tom.post('/-/sign-in/demo').type('form').send({ person: id }).expect(303);
    const his = await token({}, tom);
    const open = async () =>
      daybook
        .browser()
        .post(ORDERS)
        .set('Authorization', `Bearer ${his}`)
        .send({ fields: { title: 'Pens', lines: [{ item: 'A', quantity: 1, price: '1.00' }] } });
    expect((await open()).status).toBe(201);
    await daybook.send(new RevokeRole({ id, ...roles[0]!, context: system() }));
    await daybook.settled();
    expect([403, 404]).toContain((await open()).status);
    await daybook.send(new ErasePerson({ id, reason: 'Asked for it', context: system() }));
    await daybook.settled();
    expect((await get(his)).status).toBe(401);
  });
});

describe('the name of a program', () => {
  it.each([
    ['reads backwards', 'Robot \u202e toboR'],
    ['has lines', 'Robot\nClara Clerk'],
    ['cannot be seen', 'Robot\u200b'],
  ])('is refused when it %s, as it stands in the history', async (_, name) => {
    const { status, text } = await make({ name });
    expect([status >= 400 && status < 500, TOKEN.test(text)]).toEqual([true, false]);
  });
});

describe('a stolen session', () => {
  const [name, password] = ['mona', 'a sentence is fine'];
  const id = uuid();
  let stolen: Browser;
  const secret = createTotpSecret();

  beforeAll(async () => {
    const roles = [{ application: 'orders', role: 'clerk' }];
    const mona = { id, name: 'Mona', signInName: name, password, roles, context: system() };
    await daybook.send(new RegisterUser(mona));
    await daybook.settled();
    stolen = daybook.browser();
    await stolen.post('/-/sign-in').type('form').send({ name, password }).expect(303);
  });

  const byApi = async (given: object = {}, browser = stolen) =>
    browser
      .post('/api/-/account/tokens')
      .send({ name: 'Robot', until: new Date(Date.now() + 86_400_000).toISOString(), ...given });

  it('makes no token without the password, by page or API, and who knows it does', async () => {
    for (const ownPassword of ['', 'a wrong sentence']) {
      const refused = await make({ ownPassword }, stolen);
      expect([refused.status, TOKEN.test(refused.text)]).toEqual([400, false]);
      expect(refused.text).toContain('The password is wrong');
    }
    later += 60_000;
    const { status, text } = await byApi();
    expect([status, text]).toEqual([400, expect.stringContaining('ownPassword')]);
    later += 60_000;
    expect(await token({ ownPassword: password }, stolen)).toBeDefined();
    expect((await byApi({ ownPassword: password })).status).toBe(201);
  });

  it('makes none long after its sign-in, where the person has no password', async () => {
    const before = later;
    const old = await daybook.as('clerk');
    later = before + 11 * 60_000;
    const refused = await make({}, old);
    later = before;
    expect([refused.status, TOKEN.test(refused.text)]).toEqual([400, false]);
    expect(refused.text).toContain('more than ten minutes ago');
  });

  it('makes none without a code, where the person has a second factor, and one form makes one token', async () => {
    const recoveryCodes = Array.from({ length: 10 }, () => uuid());
    const { events } = await daybook.installation.store.read(`user-${id}`);
    const except = events.findLast(({ type }) => type === 'user.signed-in')!.version;
    const context = { actor: id, commandId: uuid() };
    const factor = { secret, recoveryCodes, step: 0, baseVersion: 0, except };
    await daybook.send(new SetUpSecondFactor({ id, ...factor, context }));
    await daybook.settled();
    expect((await stolen.get('/-/account/tokens')).text).toContain('name="ownCode"');
    expect((await make({ ownPassword: password }, stolen)).status).toBe(400);
    later += 60_000;
    const form = { ownPassword: password, ownCode: codeAt(secret, Date.now() + later), commandId: uuid() };
    expect(await token(form, stolen)).toBeDefined();
    // Its code was used, but for this token.
    expect((await make(form, stolen)).status).toBe(303);
  });
});
