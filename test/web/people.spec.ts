import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PEOPLE, inputIn, startDaybook, type Browser, type Daybook } from './daybook.js';

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

  it('are registered by an admin, and can sign in then', async () => {
    const answer = await register({ name: 'Nora New', signInName: 'nora', password: PASSWORD });
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toMatch(/^\/-\/people\/[0-9a-f-]{36}$/);
    await daybook.settled();
    expect((await signIn('Nora', PASSWORD)).status).toBe(303);
  });

  it('are registered once, however often the form is sent', async () => {
    const page = await admin.get('/-/people/new');
    const sent = {
      id: inputIn(page.text, 'id')!,
      commandId: inputIn(page.text, 'commandId')!,
      ...{ name: 'Otto Once', signInName: 'otto', password: PASSWORD },
    };
    const post = async () => admin.post('/-/people/new').type('form').send(sent);
    const both = await Promise.all([post(), post()]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    const { events } = await daybook.installation.store.read(`user-${sent.id}`);
    expect(events.filter(({ type }) => type === 'user.registered')).toHaveLength(1);
  });

  it.each([
    ['no name', { name: ' ', signInName: 'p1', password: PASSWORD }, 422],
    ['a short password', { name: 'Pia', signInName: 'p2', password: 'short' }, 422],
    ['a name somebody has', { name: 'Pia', signInName: 'TAKEN', password: PASSWORD }, 409],
  ])('are not registered with %s; what was typed stays', async (_what, typed, status) => {
    await register({ name: 'Tara Taken', signInName: 'taken', password: PASSWORD });
    const answer = await register(typed);
    expect(answer.status).toBe(status);
    expect(inputIn(answer.text, 'signInName')).toBe(typed.signInName);
    expect(inputIn(answer.text, 'password')).toBe('');
  });

  it('are given roles and lose them, which counts with their next click', async () => {
    const guest = await daybook.as('guest');
    expect((await guest.get('/orders/orders/new')).status).toBe(403);
    const roles = async (ticked: Record<string, string>) => {
      const answer = await admin.post(`/-/people/${PEOPLE.guest.id}/roles`).type('form').send(ticked);
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

  it('are given a new password; the old one does not work any more', async () => {
    const { headers } = await register({ name: 'Pat', signInName: 'pat', password: PASSWORD });
    await daybook.settled();
    const set = async (password: string) =>
      admin.post(`${headers['location']}/password`).type('form').send({ password });
    expect((await set('short')).status).toBe(422);
    expect((await set('another fine sentence')).status).toBe(303);
    await daybook.settled();
    expect((await signIn('pat', PASSWORD)).status).toBe(401);
    expect((await signIn('pat', 'another fine sentence')).status).toBe(303);
  });

  it('are nobody else’s business than admins’', async () => {
    const clerk = await daybook.as('clerk');
    const post = async (path: string, body: object) => clerk.post(path).type('form').send(body);
    expect((await clerk.get('/-/people/new')).status).toBe(403);
    expect((await post('/-/people/new', { name: 'x' })).status).toBe(403);
    expect((await post(`/-/people/${PEOPLE.clerk.id}/roles`, { 'role.-.admin': 'true' })).status).toBe(403);
    expect((await post(`/-/people/${PEOPLE.admin.id}/password`, { password: PASSWORD })).status).toBe(403);
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
            .send({})
        ).status,
      ).toBe(404);
  });
});
