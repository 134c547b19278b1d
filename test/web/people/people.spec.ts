import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordSignIn, SetPassword } from '#domain/user/user-commands.js';
import { PEOPLE, inputIn, startDaybook, type Browser, type Daybook } from '../daybook.js';

const PASSWORD = 'a sentence is fine';

describe('people', () => {
  let daybook: Daybook;
  let admin: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    admin = await daybook.as('admin');
  });

  afterAll(async () => daybook.close());

  const register = async (typed: Record<string, string>) => {
    const page = await admin.get('/-/people/new');
    const hidden = { id: inputIn(page.text, 'id')!, commandId: inputIn(page.text, 'commandId')! };
    return admin
      .post('/-/people/new')
      .type('form')
      .send({ ...hidden, ...typed });
  };

  const signIn = async (name: string, password: string) =>
    daybook.browser().post('/-/sign-in').type('form').send({ name, password });

  const tokenIn = (html: string) => /welcome\?token=([\w.-]+)/.exec(html)![1]!;
  const choose = async (token: string, password: string) =>
    daybook.browser().post('/-/welcome').type('form').send({ token, password });

  it('are registered by an admin, who gets a link by which they choose a password, and can sign in then', async () => {
    const answer = await register({ name: 'Nora New', signInName: 'nora' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('It works once');
    const token = tokenIn(answer.text);
    const page = await daybook.browser().get(`/-/welcome?token=${token}`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Nora New')]);
    expect((await choose(token, 'short')).status).toBe(422);
    expect((await choose(token, 'password1234')).text).toContain('many people use');
    expect((await choose(token, 'Nora.New.2026')).text).toContain('your name');
    expect((await choose(token, PASSWORD)).status).toBe(303);
    expect((await choose(token, 'another fine sentence')).status).toBe(410);
    const spent = await daybook.browser().get(`/-/welcome?token=${token}`);
    expect([spent.status, spent.text]).toEqual([410, expect.stringContaining('This link is used up')]);
    expect(spent.text).not.toContain('erased');
    expect((await signIn('Nora', PASSWORD)).status).toBe(303);
    const { events } = await daybook.installation.store.read(`user-${token.split('.')[0]!}`);
    expect(JSON.stringify(events)).not.toContain(token.split('.')[1]);
  });

  it('have a history that goes on to its first event, however often they signed in', async () => {
    const { id } = PEOPLE.clerk;
    for (let nth = 0; nth < 55; nth++)
      await daybook.send(
        new RecordSignIn({ id, by: 'demo', context: { actor: id, commandId: `sign-in-${nth}` } }),
      );
    await daybook.settled();
    const newest = (await admin.get(`/-/people/${id}`)).text;
    expect(newest).not.toContain('registered a person');
    const earlier = /href="([^"]*\?history=[^"]*)"/.exec(newest)![1]!;
    const page = await admin.get(earlier.replace(/#.*/, ''));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('registered a person')]);
    expect(page.text).not.toMatch(/href="[^"]*\?history=/);
  });

  it('do not open anything by a link that is none', async () => {
    for (const token of ['x.y', `${PEOPLE.clerk.id}.${'a'.repeat(43)}`, `../x.${'a'.repeat(43)}`, '.'])
      expect((await daybook.browser().get(`/-/welcome?token=${token}`)).status).toBe(410);
  });

  it('have no password that somebody else chose for them', async () => {
    const answer = await register({ name: 'Paul', signInName: 'paul', password: PASSWORD });
    await choose(tokenIn(answer.text), 'another fine sentence');
    expect((await signIn('paul', PASSWORD)).status).toBe(401);
    const set = new SetPassword({
      id: PEOPLE.clerk.id,
      password: PASSWORD,
      context: { actor: PEOPLE.admin.id, commandId: 'set' },
    });
    await expect(daybook.send(set)).rejects.toThrow(/may not choose the password/);
  });

  it('are registered once, however often the form is sent', async () => {
    const page = await admin.get('/-/people/new');
    const sent = {
      id: inputIn(page.text, 'id')!,
      commandId: inputIn(page.text, 'commandId')!,
      name: 'Otto Once',
      signInName: 'otto',
      password: PASSWORD,
    };
    const post = async () => admin.post('/-/people/new').type('form').send(sent);
    const both = await Promise.all([post(), post()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(tokenIn(both[0]!.text)).toBe(tokenIn(both[1]!.text));
    const { events } = await daybook.installation.store.read(`user-${sent.id}`);
    expect(events.filter(({ type }) => type === 'user.registered')).toHaveLength(1);
  });

  it.each([
    ['no name', { name: ' ', signInName: 'p1', password: PASSWORD }, 422],
    ['a sign-in name of two scripts', { name: 'Pia', signInName: 'piа', password: PASSWORD }, 422],
    ['Daybook’s own name', { name: 'Daybооk', signInName: 'p3', password: PASSWORD }, 422],
    ['a name somebody has', { name: 'Pia', signInName: 'TAKEN', password: PASSWORD }, 409],
  ])('are not registered with %s; what was typed stays', async (_what, typed, status) => {
    await register({ name: 'Tara Taken', signInName: 'taken', password: PASSWORD });
    const answer = await register(typed);
    expect(answer.status).toBe(status);
    expect(inputIn(answer.text, 'signInName')).toBe(typed.signInName);
    expect(inputIn(answer.text, 'password')).toBeUndefined();
  });

  it('are given roles and lose them, which counts with their next click', async () => {
    const guest = await daybook.as('guest');
    expect((await guest.get('/orders/orders/new')).status).toBe(403);
    const path = `/-/people/${PEOPLE.guest.id}`;
    const roles = async (ticked: Record<string, string>) => {
      const held = inputIn((await admin.get(path)).text, 'held');
      const answer = await admin
        .post(`${path}/roles`)
        .type('form')
        .send({ ...ticked, held });
      expect([answer.status, answer.headers['location']]).toEqual([303, `/-/people/${PEOPLE.guest.id}`]);
      await daybook.settled();
    };
    await roles({ 'role.orders.clerk': 'true', 'role.-.auditor': 'true', 'role.orders.nothing': 'true' });
    expect((await guest.get('/orders/orders/new')).status).toBe(200);
    await roles({ 'role.-.auditor': 'true' });
    expect((await guest.get('/orders/orders/new')).status).toBe(403);
    const { events } = await daybook.installation.store.read(`user-${PEOPLE.guest.id}`);
    const changes = events.filter(({ type }) => type.startsWith('user.role-'));
    expect(changes.map(({ type, data }) => [type, (data as { role: string }).role])).toEqual([
      ['user.role-granted', 'auditor'],
      ['user.role-granted', 'clerk'],
      ['user.role-revoked', 'clerk'],
    ]);
  });

  it('keep what somebody else gave or took while the form for their roles was open', async () => {
    const path = `/-/people/${PEOPLE.guest.id}`;
    const form = { held: inputIn((await admin.get(path)).text, 'held')! };
    const post = async (roles: Record<string, string>) => {
      expect((await admin.post(`${path}/roles`).type('form').send(roles)).status).toBe(303);
      await daybook.settled();
      return inputIn((await admin.get(path)).text, 'held');
    };
    expect(form).toEqual({ held: '-.auditor' });
    expect(await post({ ...form, 'role.orders.clerk': 'true' })).toBe('orders.clerk');
    expect(await post({ ...form, 'role.-.auditor': 'true', 'role.-.admin': 'true' })).toBe(
      '-.admin orders.clerk',
    );
    expect(await post({ held: '-.admin orders.clerk' })).toBe('');
    expect(await post({ held: '', 'role.-.auditor': 'true' })).toBe('-.auditor');
  });

  it('lose nothing by a form that does not say what it showed', async () => {
    const path = `/-/people/${PEOPLE.clerk.id}`;
    const held = async () => inputIn((await admin.get(path)).text, 'held');
    expect(await held()).toBe('orders.clerk');
    for (const ticked of [{}, { 'role.-.auditor': 'true' }])
      expect((await admin.post(`${path}/roles`).type('form').send(ticked)).status).toBe(400);
    await daybook.settled();
    expect(await held()).toBe('orders.clerk');
  });

  it('are given a link for another password: the old one and every session end at once', async () => {
    const first = await register({ name: 'Pat', signInName: 'pat' });
    const token = tokenIn(first.text);
    const id = token.split('.')[0]!;
    await choose(token, PASSWORD);
    const pat = daybook.browser();
    expect((await pat.post('/-/sign-in').type('form').send({ name: 'pat', password: PASSWORD })).status).toBe(
      303,
    );
    const link = await admin.post(`/-/people/${id}/link`).type('form').send({ commandId: 'a-new-link-1' });
    expect(link.status).toBe(200);
    await daybook.settled();
    expect((await pat.get('/')).status).toBe(303);
    expect((await signIn('pat', PASSWORD)).status).toBe(401);
    const again = await admin.post(`/-/people/${id}/link`).type('form').send({ commandId: 'a-new-link-2' });
    expect((await choose(tokenIn(link.text), 'another fine sentence')).status).toBe(410);
    expect((await choose(tokenIn(again.text), 'another fine sentence')).status).toBe(303);
    await daybook.settled();
    expect((await signIn('pat', 'another fine sentence')).status).toBe(303);
  });

  it('are nobody else’s business than admins’', async () => {
    const clerk = await daybook.as('clerk');
    const post = async (path: string, body: object) => clerk.post(path).type('form').send(body);
    expect((await clerk.get('/-/people/new')).status).toBe(403);
    expect((await post('/-/people/new', { name: 'x' })).status).toBe(403);
    expect((await post(`/-/people/${PEOPLE.clerk.id}/roles`, { 'role.-.admin': 'true' })).status).toBe(403);
    expect((await post(`/-/people/${PEOPLE.admin.id}/link`, {})).status).toBe(403);
    expect((await post(`/-/people/${PEOPLE.admin.id}/sessions`, { session: 'others' })).status).toBe(403);
    await daybook.settled();
    expect((await clerk.get('/-/people/new')).status).toBe(403);
  });

  it('who are not there are not found', async () => {
    for (const id of ['x', '../x', '01900000-0000-7000-8000-000000000000'])
      expect(
        (
          await admin
            .post(`/-/people/${encodeURIComponent(id)}/roles`)
            .type('form')
            .send({ held: '' })
        ).status,
      ).toBe(404);
  });
});
