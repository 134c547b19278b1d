// Tokens made, listed and revoked by API: by their person, signed in themselves, and by admins.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { RegisterUser } from '#domain/user/user-commands.js';
import { PEOPLE, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const PATH = '/api/-/account/tokens';
const [NAME, PASSWORD] = ['mia.berg', 'a sentence is fine'];
const MIA = uuid();
const NOW = '2026-11-20T10:00:00.000Z';
const UNTIL = '2027-02-01T00:00:00+01:00';

interface TokenJson {
  readonly id: string;
  readonly name: string;
  readonly works: boolean;
  readonly lastUsedAt: string | null;
}
interface MadeJson {
  readonly id: string;
  readonly token: string;
  readonly already: boolean;
}

let daybook: Daybook;
let clerk: Browser;
let admin: Browser;

beforeAll(async () => {
  daybook = await startDaybook({ clock: () => NOW });
  const roles = [{ application: 'orders', role: 'clerk' }];
  const mia = { id: MIA, name: 'Mia Berg', signInName: NAME, password: PASSWORD, roles };
  await daybook.send(new RegisterUser({ ...mia, context: system() }));
  await daybook.settled();
  clerk = await daybook.as('clerk');
  admin = await daybook.as('admin');
});
afterAll(async () => daybook.close());

const make = async (by: Browser, more: object = {}): Promise<MadeJson> => {
  const answer = await by
    .post(PATH)
    .send({ name: 'ERP import', until: UNTIL, ...more })
    .expect(201);
  return answer.body as MadeJson;
};
const list = async (by: Browser): Promise<readonly TokenJson[]> =>
  ((await by.get(PATH).expect(200)).body as { items: readonly TokenJson[] }).items;
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const get = async (token: string, path = '/api/orders/Order') =>
  (await daybook.browser().get(path).set(bearer(token))).status;

describe('a person who makes a token by API', () => {
  it('is answered with it this once, and lists it without', async () => {
    const answer = await clerk
      .post(PATH)
      .send({ name: 'Report', access: 'write', application: 'orders', until: UNTIL })
      .expect(201);
    const { id, token } = answer.body as MadeJson;
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await get(token)).toBe(200);
    await daybook.settled();
    const items = await list(clerk);
    expect(items.find((each) => each.id === id)).toEqual({
      id,
      name: 'Report',
      access: 'write',
      application: 'orders',
      administration: false,
      issuedAt: NOW,
      until: '2027-01-31T23:00:00.000Z',
      lastUsedAt: NOW,
      works: true,
      revokedAt: null,
    });
    expect(JSON.stringify(items)).not.toContain(token.slice(-43));
  });

  it('gets the least where nothing else is asked for', async () => {
    const { id } = await make(clerk);
    expect((await list(clerk)).find((each) => each.id === id)).toMatchObject({
      access: 'read',
      application: null,
      administration: false,
    });
  });

  it('may do so with name and password', async () => {
    const answer = await daybook
      .browser()
      .post(PATH)
      .auth(NAME, PASSWORD)
      .send({ name: 'Script', until: UNTIL })
      .expect(201);
    expect(await get((answer.body as MadeJson).token)).toBe(200);
  });

  it('gets the same token for a request that is sent again', async () => {
    const send = async () =>
      (await clerk.post(PATH).set('Idempotency-Key', 'make-0001').send({ name: 'Again', until: UNTIL }))
        .body as MadeJson;
    const [first, second] = [await send(), await send()];
    expect([second.token, second.already]).toEqual([first.token, true]);
    expect((await list(clerk)).filter(({ name }) => name === 'Again')).toHaveLength(1);
  });

  it.each<[string, object, number]>([
    ['a life of more than a year', { until: '2028-01-01T00:00:00Z' }, 400],
    ['an end in the past', { until: '2026-11-20T09:00:00Z' }, 400],
    ['an end that is no moment', { until: 'never' }, 400],
    ['a day, whose end depends on the zone', { until: '2027-01-01' }, 400],
    ['an application that they may not open', { application: 'nowhere' }, 400],
    ['rights of admins that they do not have', { administration: true }, 400],
    ['another access', { access: 'everything' }, 400],
    ['a secret of their own', { digest: 'a'.repeat(64) }, 400],
    ['another person', { id: PEOPLE.admin.id }, 400],
    ['no name', { name: ' ' }, 422],
  ])('is refused %s', async (_, more, status) => {
    const before = (await list(clerk)).length;
    const answer = await clerk.post(PATH).send({ name: 'Guess', until: UNTIL, ...more });
    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      expect.stringContaining('application/problem+json'),
    ]);
    expect(await list(clerk)).toHaveLength(before);
  });

  it('cannot be made to by another site', async () => {
    const answer = await clerk
      .post(PATH)
      .set('Sec-Fetch-Site', 'cross-site')
      .send({ name: 'Guess', until: UNTIL });
    expect(answer.status).toBe(403);
  });
});

describe('a token, whatever it may do', () => {
  it('makes, lists and revokes no tokens', async () => {
    const { id, token } = await make(admin, { access: 'write', administration: true });
    const anyone = daybook.browser();
    const revoke = `${PATH}/${id}/revoke`;
    const ofPerson = `/api/-/people/${PEOPLE.admin.id}/tokens/${id}/revoke`;
    const answers = [
      await anyone.post(PATH).set(bearer(token)).send({ name: 'More', until: UNTIL }),
      await anyone.get(PATH).set(bearer(token)),
      await anyone.post(revoke).set(bearer(token)).send({}),
      await anyone.post(ofPerson).set(bearer(token)).send({}),
    ];
    expect(answers.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual(
      Array.from({ length: 4 }, () => [403, 'NOT_FOR_TOKENS']),
    );
    expect(await get(token)).toBe(200);
  });

  it('reads people only with the rights of an admin', async () => {
    const plain = await make(admin);
    const full = await make(admin, { administration: true });
    expect(await get(plain.token, '/api/-/people')).toBe(403);
    expect(await get(full.token, '/api/-/people')).toBe(200);
    expect(await get((await make(clerk)).token, `/api/-/people/${PEOPLE.clerk.id}`)).toBe(403);
  });
});

describe('revoking by API', () => {
  it('ends a token of one’s own at once, and may be repeated', async () => {
    const { id, token } = await make(clerk);
    await clerk.post(`${PATH}/${id}/revoke`).send({}).expect(200);
    expect(await get(token)).toBe(401);
    const again = await clerk.post(`${PATH}/${id}/revoke`).send({}).expect(200);
    expect(again.body).toMatchObject({ already: true });
    expect((await list(clerk)).find((each) => each.id === id)).toMatchObject({ works: false });
  });

  it('finds no token of another person, who keeps it', async () => {
    const { id, token } = await make(admin);
    for (const path of [`${PATH}/${id}/revoke`, `${PATH}/0123456789abcdef/revoke`])
      await clerk.post(path).send({}).expect(404);
    await clerk.post(`/api/-/people/${PEOPLE.admin.id}/tokens/${id}/revoke`).send({}).expect(403);
    expect(await get(token)).toBe(200);
  });

  it('is open to admins for others, by their person, and the event names the admin', async () => {
    const { id, token } = await make(clerk);
    await admin.post(`/api/-/people/${PEOPLE.boss.id}/tokens/${id}/revoke`).send({}).expect(404);
    expect(await get(token)).toBe(200);
    await admin.post(`/api/-/people/${PEOPLE.clerk.id}/tokens/${id}/revoke`).send({}).expect(200);
    expect(await get(token)).toBe(401);
    const { events } = await daybook.installation.store.read(`user-${PEOPLE.clerk.id}`);
    expect(events.at(-1)).toMatchObject({
      type: 'user.token-revoked',
      data: { token: id },
      metadata: { actor: PEOPLE.admin.id },
    });
  });

  it('shows admins the tokens of a person, without the secrets', async () => {
    const { id, token } = await make(clerk);
    const { text } = await admin.get(`/api/-/people/${PEOPLE.clerk.id}`).expect(200);
    expect(text).toContain(id);
    expect(text).not.toContain(token.slice(-43));
    expect(text).not.toContain('digest');
  });
});
