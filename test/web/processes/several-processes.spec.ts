// State that one web process must not hold alone: each request goes to another process.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { EraseDueRecord, OpenRecord, TakeAction } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { GrantRole, RegisterUser, RevokeRole } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { v7 as uuid } from 'uuid';
import { newFolder, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const MIA = '01900000-0000-7000-8000-0000000031a0';
const PASSWORD = 'a sentence is fine';
const CLERK = { application: 'orders', role: 'clerk' };
const SIGNED = documentOf({
  1: 'name: Wishes\nkey: wishes',
  3: 'entities: { Wish: { fields: { title: text, wisher: { type: text, personal: record } } } }',
  4: `lifecycles:
  Wish:
    states: { waiting: Waiting, granted: { title: Granted, final: true } }
    actions: { grant: { from: waiting, to: granted, by: [boss], sign: I grant this wish } }`,
  6: 'roles: { boss: Boss }\npermissions: { Wish: { erase: boss } }',
  9: 'limits: { retention: { Wish: { keep: PT0S, in: [waiting] } } }',
});
const PAGE = '/orders/orders/new';

describe('several web processes', () => {
  const folder = newFolder();
  let one: Daybook;
  let other: Daybook;

  beforeAll(async () => {
    one = await startDaybook({ folder });
    const person = { name: 'Mia', signInName: 'mia', password: PASSWORD, roles: [CLERK] };
    await one.send(new RegisterUser({ id: MIA, ...person, context: system() }));
    await one.settled();
    other = await startDaybook({ folder, peopled: false });
  });

  afterAll(async () => {
    await one.close();
    await other.close();
    rmSync(folder, { recursive: true });
  });

  const signIn = async (browser: Browser, password = PASSWORD) =>
    browser.post('/-/sign-in').type('form').send({ name: 'mia', password, next: '/' });
  const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
    (headers['set-cookie'] as string[])
      .find((cookie) => cookie.startsWith('daybook-session='))!
      .split(';')[0]!;
  const status = async (at: Daybook, cookie: string) =>
    (await at.browser().get(PAGE).set('Cookie', cookie)).status;

  it('know a session that began in another one', async () => {
    const cookie = cookieOf(await signIn(one.browser()));
    expect([await status(one, cookie), await status(other, cookie)]).toEqual([200, 200]);
  });

  it('know that somebody signed out in another one, also after a restart, and leave other sessions alone', async () => {
    const browser = one.browser();
    const cookie = cookieOf(await signIn(browser));
    const kept = cookieOf(await signIn(other.browser()));
    const answer = await other.browser().post('/-/sign-out').set('Cookie', cookie);
    expect(answer.headers['location']).toBe('/-/sign-in');
    expect(decodeURIComponent(String(answer.headers['set-cookie']))).toContain('You are signed out.;');
    await one.settled();
    expect([await status(one, cookie), await status(other, cookie)]).toEqual([303, 303]);
    const restarted = await startDaybook({ folder, peopled: false });
    expect([await status(restarted, cookie), await status(restarted, kept)]).toEqual([303, 200]);
    await restarted.close();
    const { events } = await one.installation.store.read(`user-${MIA}`);
    const ends = events.filter(({ type }) => type === 'user.signed-out');
    expect(ends).toMatchObject([{ metadata: { actor: MIA } }]);
    const { session } = ends[0]!.data as { session: number };
    expect(events[session - 1]!.type).toBe('user.signed-in');
  });

  it('end a session once, however often its copies sign out', async () => {
    const cookie = cookieOf(await signIn(one.browser()));
    const before = await one.installation.store.read(`user-${MIA}`);
    await Promise.all(
      [one, other, one, other].map((at) => at.browser().post('/-/sign-out').set('Cookie', cookie)),
    );
    const { events } = await one.installation.store.read(`user-${MIA}`, before.version + 1);
    expect(events.map(({ type }) => type)).toEqual(['user.signed-out']);
  });

  it('sign nothing in a role that was taken away in another one a moment ago, and erase nothing', async () => {
    await one.send(new PublishSpecification({ text: SIGNED, context: system() }));
    const boss = { id: MIA, application: 'wishes', role: 'boss' };
    await one.send(new GrantRole({ ...boss, context: system() }));
    await one.settled();
    const on = { application: 'wishes', entity: 'Wish', id: uuid() };
    const context = () => ({ actor: MIA, commandId: uuid() });
    await one.send(new OpenRecord({ ...on, input: { title: 'A lamp', wisher: 'Ida' }, context: context() }));
    await other.installation.projections.waitFor(await one.installation.store.head(), 10_000);
    const signing = { by: 'password' as const };
    await one.send(new RevokeRole({ ...boss, context: system() }));
    const grant = new TakeAction({
      ...on,
      action: 'grant',
      input: {},
      baseVersion: 1,
      signing,
      context: context(),
    });
    const erase = new EraseDueRecord({ ...on, baseVersion: 1, signing, context: context() });
    for (const command of [grant, erase]) await expect(other.send(command)).rejects.toThrow('You may not');
  });

  it('say so where signing out could not be written, end it here at once, and everywhere as soon as it can', async () => {
    const cookie = cookieOf(await signIn(one.browser()));
    const away = jest
      .spyOn(one.installation.store, 'append')
      .mockRejectedValue(new EventStoreUnavailable('gone'));
    const answer = await one.browser().post('/-/sign-out').set('Cookie', cookie);
    const cookies = decodeURIComponent(String(answer.headers['set-cookie']));
    expect(cookies).toContain('You are signed out in this browser. It could not be saved yet');
    expect(cookies).toContain('daybook-session=;');
    expect([await status(one, cookie), await status(other, cookie)]).toEqual([303, 200]);
    away.mockRestore();
    while ((await status(other, cookie)) === 200) await new Promise((resolve) => setTimeout(resolve, 50));
  });

  it('count wrong passwords together', async () => {
    const answers = [];
    for (let n = 0; n < 7; n++) answers.push(await signIn((n % 2 ? one : other).browser(), 'wrong'));
    expect(answers.map((answer) => answer.status)).toEqual([...Array(5).fill(401), 429, 429]);
    expect((await signIn(one.browser())).status).toBe(429);
    const restarted = await startDaybook({ folder, peopled: false });
    const refused = await signIn(restarted.browser());
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/Wait \d+ seconds/);
    await restarted.close();
  });

  it('show admins what a read model stands still at, whichever of them builds it', async () => {
    const pages = async () => {
      const admins = await Promise.all([one.as('admin'), other.as('admin')]);
      return Promise.all(admins.map(async (admin) => (await admin.get('/-/status')).text));
    };
    expect((await pages())[1]).not.toContain('failed');
    const event = { position: 7, id: 'e7', type: 'record.opened' };
    const at = new Date().toISOString();
    await one.installation.readModels.recordFailure('timeline', { error: 'It has no title.', event, at });
    expect((await pages())[1]).toMatch(/failed.*At position 7 \(record\.opened\): It has no title\./s);
    await one.installation.readModels.recordFailure('timeline', undefined);
    expect((await pages())[1]).not.toContain('failed');
  });

  it('do the same command once, whichever of them it comes to', async () => {
    const clerks = await Promise.all([one.as('clerk'), other.as('clerk')]);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        clerks[n % 2]!.post('/api/orders/Order')
          .set('Idempotency-Key', 'once only')
          .send({ fields: { title: 'Ink' } }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(201));
    expect(new Set(answers.map((answer) => answer.body.id as string)).size).toBe(1);
    const stream = `orders.Order-${String(answers[0]!.body.id)}`;
    expect((await one.installation.store.read(stream)).version).toBe(1);
  });
});
