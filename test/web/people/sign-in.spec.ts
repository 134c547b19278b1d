import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SetPassword, RegisterUser } from '#domain/user/user-commands.js';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { decoded, ORDERS, PEOPLE, startDaybook, system, type Daybook } from '../daybook.js';

const MIA = '01900000-0000-7000-8000-0000000031a0';
const PASSWORD = 'a sentence is fine';

describe('signing in', () => {
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook();
    const roles = [{ application: 'orders', role: 'clerk' }];
    await daybook.send(
      new RegisterUser({
        id: MIA,
        name: 'Mia',
        signInName: 'Mia',
        password: PASSWORD,
        roles,
        context: system(),
      }),
    );
    await daybook.settled();
  });

  afterAll(async () => daybook.close());

  const signIn = async (browser = daybook.browser(), password = PASSWORD, more = {}) =>
    browser
      .post('/-/sign-in')
      .type('form')
      .send({ name: 'mia', password, next: '/orders/orders', ...more });

  it('leads to where one wanted to go, and says who one is from then on', async () => {
    const browser = daybook.browser();
    const before = await browser.get('/orders/orders/new');
    expect(before.status).toBe(303);
    expect(before.headers['location']).toBe('/-/sign-in?next=%2Forders%2Forders%2Fnew');
    const answer = await signIn(browser);
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe('/orders/orders');
    expect((await browser.get('/orders/orders/new')).text).toContain('Mia');
  });

  it('leads to where a role begins, for who wanted to go nowhere in particular', async () => {
    const begins = async (key: string, role: string) => {
      const text = ORDERS.replace('key: orders', `key: ${key}`).replace(
        /clerk: \{/,
        `clerk: { start: /orders/new, `,
      );
      await daybook.send(new PublishSpecification({ text, context: system() }));
      const id = uuid();
      const roles = [{ application: key, role }];
      const name = `Begins ${key}`;
      await daybook.send(new RegisterUser({ id, name, demo: true, roles, context: system() }));
      await daybook.settled();
      const answer = await daybook.browser().post('/-/sign-in/demo').type('form').send({ person: id });
      return answer.headers['location'];
    };
    expect(await begins('starting', 'clerk')).toBe('/starting/orders/new');
    expect(await begins('starting', 'boss')).toBe('/');
    expect((await signIn(daybook.browser(), PASSWORD, { next: '/orders/orders' })).headers['location']).toBe(
      '/orders/orders',
    );
  });

  it('offers the people of the examples with their roles, in the words of the page of people', async () => {
    const offered = (await daybook.browser().get('/-/sign-in')).text;
    const people = (await (await daybook.as('admin')).get('/-/people')).text;
    for (const roles of ['Admin', 'Boss (Orders)'])
      expect([roles, offered, people].map((text) => text.includes(roles))).toEqual([true, true, true]);
    expect(offered).toContain('no role of their own');
    expect(offered).not.toMatch(/>admin</);
  });

  it('works for somebody who was registered just now', async () => {
    const id = '01900000-0000-7000-8000-0000000031b0';
    const person = { id, name: 'Noa', signInName: 'noa', password: PASSWORD };
    await daybook.send(new RegisterUser({ ...person, context: system() }));
    const answer = await daybook
      .browser()
      .post('/-/sign-in')
      .type('form')
      .send({ name: 'noa', password: PASSWORD });
    expect(answer.status).toBe(303);
  });

  it('keeps the cookie from scripts and from other sites', async () => {
    const cookies = (await signIn()).headers['set-cookie'] as unknown as string[];
    const session = cookies.find((cookie) => cookie.startsWith('daybook-session='));
    expect(session).toMatch(/HttpOnly/);
    expect(session).toMatch(/SameSite=Lax/);
    expect(session).toMatch(/Max-Age=43200/);
    expect(session).not.toContain(MIA);
  });

  it('never leads away from this site', async () => {
    const answer = await signIn(daybook.browser(), PASSWORD, { next: '//evil.example/' });
    expect(answer.headers['location']).toBe('/');
  });

  it.each([
    ['a wrong password', { password: 'another sentence' }],
    ['a name that nobody has', { name: 'nobody' }],
    ['no password at all', { password: '' }],
  ])('is refused in the same words with %s', async (_what, said) => {
    const answer = await signIn(daybook.browser(), PASSWORD, said);
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('Sign-in name or password is wrong.');
    expect(answer.text).not.toContain(PASSWORD);
  });

  it('is noted in the log', async () => {
    const before = await daybook.installation.store.read(`user-${MIA}`);
    await signIn();
    const { events } = await daybook.installation.store.read(`user-${MIA}`, before.version + 1);
    expect(events).toMatchObject([
      { type: 'user.signed-in', data: { by: 'password' }, metadata: { actor: MIA } },
    ]);
  });

  it('ends by signing out, for every copy of the cookie', async () => {
    const browser = daybook.browser();
    const cookies = (await signIn(browser)).headers['set-cookie'] as unknown as string[];
    const copy = cookies.find((cookie) => cookie.startsWith('daybook-session='))!.split(';')[0]!;
    const withCopy = () => daybook.browser().get('/orders/orders/new').set('Cookie', copy);
    expect((await withCopy()).status).toBe(200);
    expect((await browser.post('/-/sign-out')).headers['location']).toBe('/-/sign-in');
    expect((await browser.get('/orders/orders/new')).status).toBe(303);
    expect((await withCopy()).status).toBe(303);
  });

  it('counts for nothing where the cookie was tampered with', async () => {
    const cookies = (await signIn()).headers['set-cookie'] as unknown as string[];
    const cookie = cookies.find((each) => each.startsWith('daybook-session='))!.split(';')[0]!;
    for (const tampered of [
      `${cookie.slice(0, 80)}AAAA${cookie.slice(84)}`,
      cookie.slice(0, -20),
      'daybook-session=%',
      'daybook-session=',
    ]) {
      expect((await daybook.browser().get('/orders/orders/new').set('Cookie', tampered)).status).toBe(303);
    }
  });

  it('ends when the password is changed', async () => {
    const browser = daybook.browser();
    await signIn(browser);
    await daybook.send(new SetPassword({ id: MIA, password: 'quite another one', context: system() }));
    await daybook.settled();
    expect((await browser.get('/orders/orders/new')).status).toBe(303);
    await daybook.send(new SetPassword({ id: MIA, password: PASSWORD, context: system() }));
    await daybook.settled();
  });

  it('is slowed down after five wrong passwords, with the time to wait', async () => {
    const tom = {
      id: '01900000-0000-7000-8000-000000007000',
      name: 'Tom',
      signInName: 'tom',
      password: PASSWORD,
    };
    await daybook.send(new RegisterUser({ ...tom, context: system() }));
    await daybook.settled();
    const attempt = async (password: string) => signIn(daybook.browser(), password, { name: 'tom' });
    for (let n = 0; n < 5; n++) expect((await attempt('wrong')).status).toBe(401);
    const refused = await attempt(PASSWORD);
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/Wait \d+ seconds/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
    const nobody = async () => signIn(daybook.browser(), 'wrong', { name: 'nobody-at-all' });
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await nobody()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('works with one click for the people of the examples', async () => {
    const page = await daybook.browser().get('/-/sign-in');
    expect(page.text).toContain('Bea Boss');
    expect(page.text).toContain('Boss (Orders)');
    const browser = await daybook.as('boss');
    expect((await browser.get('/-/sign-in')).text).toContain('Bea Boss');
  });

  it('leaves nothing to be read of what somebody else has done in the same browser', async () => {
    const shared = daybook.browser();
    await signIn(shared);
    await shared.post('/-/account/preferences').type('form').send({ language: 'en' }).expect(303);
    await shared.post('/-/sign-in/demo').type('form').send({ person: PEOPLE.clerk.id }).expect(303);
    const { text } = await shared.get('/-/account').expect(200);
    expect(text).not.toContain('alert-success');
    await shared.post('/-/account/preferences').type('form').send({ language: 'de' }).expect(303);
    expect((await shared.get('/-/account')).text).toContain('alert-success');
  });

  it('does not work with one click for anybody else', async () => {
    for (const person of [MIA, '', 'x', '../..', '01900000-0000-7000-8000-000000000000']) {
      const answer = await daybook.browser().post('/-/sign-in/demo').type('form').send({ person });
      expect(answer.status).toBe(404);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('with more people of the examples than a page shows', () => {
  let daybook: Daybook;
  beforeAll(async () => {
    daybook = await startDaybook();
    for (let index = 1; index <= 60; index++) {
      const name = `Person ${String(index).padStart(2, '0')}`;
      await daybook.send(new RegisterUser({ id: uuid(), name, demo: true, context: system() }));
    }
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  const offered = async (find = '') => {
    const { text } = await daybook.browser().get('/-/sign-in').query({ find });
    return { text: decoded(text), people: text.match(/class="db-demo-person"/g)?.length ?? 0 };
  };

  it('says how many there are, and shows the first of them', async () => {
    const { text, people } = await offered();
    expect([people, text]).toEqual([50, expect.stringContaining('The first 50 of 65 people')]);
  });

  it('finds everybody by any part of the name', async () => {
    const { text, people } = await offered('pers 60');
    expect([people, text]).toEqual([1, expect.stringContaining('Person 60')]);
    expect((await offered('nobody at all')).text).toContain('Nobody is called “nobody at all”.');
  });
});

describe('without the demo', () => {
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook({ demo: false });
  });

  afterAll(async () => daybook.close());

  it('nobody is offered, and nobody let in by one click', async () => {
    expect((await daybook.browser().get('/-/sign-in')).text).not.toContain('Bea Boss');
    const answer = await daybook
      .browser()
      .post('/-/sign-in/demo')
      .type('form')
      .send({ person: PEOPLE.boss.id });
    expect(answer.status).toBe(404);
  });
});
