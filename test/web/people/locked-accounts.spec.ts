import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { ErasePerson, RegisterUser } from '#domain/user/user-commands.js';
import { daybook as command } from '#test/cli/daybook-command.js';
import { documentOf } from '#test/specification/documents.js';
import { newFolder, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Spending\nkey: spending',
  3: `entities:
  Spend:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      owner: { type: user }
      lines: { type: table, fields: { who: { type: user } } }`,
  4: `lifecycles:
  Spend:
    states: { waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      approve: { from: waiting, to: approved, by: [boss], approvals: 2 }
      hand: { from: waiting, ask: [owner] }`,
  6: 'roles: { boss: Boss, clerk: { title: Clerk, everyone: true } }',
});
const PASSWORD = 'a sentence is fine';
const NEW_PASSWORD = 'another sentence is fine, too';
const person = (name: string, roles: readonly (readonly [string, string])[] = []) => ({
  id: uuid(),
  name,
  signInName: name.split(' ')[0]!.toLowerCase(),
  roles: roles.map(([application, role]) => ({ application, role })),
});
const BOSS = ['spending', 'boss'] as const;
const [ada, bea, ben, lou, max] = [
  person('Ada Admin', [['-', 'admin']]),
  person('Bea Boss', [BOSS]),
  person('Ben Boss', [BOSS]),
  person('Lou Locked', [BOSS]),
  person('Max Erased', [BOSS]),
];
type Person = typeof ada;

describe('given a person whose account an admin locks', () => {
  let daybook: Daybook;
  let admin: Browser;
  const folder = newFolder();

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false, folder });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const each of [ada, bea, ben, lou, max])
      await daybook.send(new RegisterUser({ ...each, password: PASSWORD, context: system() }));
    await daybook.send(new ErasePerson({ id: max.id, reason: 'asked', context: system() }));
    await daybook.settled();
    admin = await signIn(ada);
  });
  afterAll(() => daybook.close());

  async function signIn({ signInName }: Person): Promise<Browser> {
    const browser = daybook.browser();
    await browser.post('/-/sign-in').type('form').send({ name: signInName, password: PASSWORD });
    return browser;
  }
  const api = (
    method: 'post' | 'get' | 'patch',
    who: Person,
    path: string,
    body?: object,
    version?: number,
  ) => {
    const call = daybook.browser()[method](`/api${path}`).auth(who.signInName, PASSWORD);
    if (version !== undefined) call.set('If-Match', `"${version}"`);
    return body ? call.send(body) : call;
  };
  const open = async (fields: object = {}) => {
    const answer = await api('post', bea, '/spending/Spend', { fields: { title: 'Chairs', ...fields } });
    await daybook.settled();
    return answer;
  };
  const opened = async (fields: object = {}) => ((await open(fields)).body as { id: string }).id;
  const locking = async (what: 'lock' | 'unlock', who: Person, reason = 'Left the company.') => {
    const answer = await admin.post(`/-/people/${who.id}/${what}`).type('form').send({ reason });
    await daybook.settled();
    return answer.status;
  };
  const whileLocked = async (work: () => Promise<void>) => {
    expect(await locking('lock', lou)).toBe(303);
    try {
      await work();
    } finally {
      expect(await locking('unlock', lou)).toBe(303);
    }
  };

  const naming = async (who: Person, deputy: Person) => {
    const today = new Date().toISOString().slice(0, 10);
    const asked = { deputy: deputy.id, from: today, until: today };
    const answer = await api('post', who, '/-/deputies', asked);
    await daybook.settled();
    return answer;
  };

  it('then sessions, passwords and calls of programs are over, and none of them comes back by unlocking but the password', async () => {
    const session = await signIn(lou);
    expect((await session.get('/spending/spends')).status).toBe(200);
    expect((await api('get', lou, '/spending/Spend')).status).toBe(200);
    await whileLocked(async () => {
      expect((await session.get('/spending/spends')).status).not.toBe(200);
      expect((await api('get', lou, '/spending/Spend')).status).toBe(401);
      const page = await daybook
        .browser()
        .post('/-/sign-in')
        .type('form')
        .send({ name: 'lou', password: PASSWORD });
      expect([page.status, page.text]).toMatchObject([401, expect.stringContaining('account is locked')]);
      const wrong = await daybook
        .browser()
        .post('/-/sign-in')
        .type('form')
        .send({ name: 'lou', password: 'x' });
      expect(wrong.text).not.toContain('account is locked');
    });
    expect((await session.get('/spending/spends')).status).not.toBe(200);
    expect((await (await signIn(lou)).get('/spending/spends')).status).toBe(200);
    expect((await api('get', lou, '/spending/Spend')).status).toBe(200);
  });

  it('then a one-time link from before opens nothing, then or later, and no new one is made', async () => {
    const made = await admin.post(`/-/people/${lou.id}/link`).type('form').send({});
    const [, token] = /token=([\w.-]+)/.exec(made.text)!;
    const choose = async () =>
      (await daybook.browser().post('/-/welcome').type('form').send({ token, password: NEW_PASSWORD }))
        .status;
    await whileLocked(async () => {
      expect((await daybook.browser().get(`/-/welcome?token=${token}`)).status).toBe(410);
      expect(await choose()).toBe(410);
      const refused = await admin.post(`/-/people/${lou.id}/link`).type('form').send({});
      // The admin is signed in, and the page must not deny it.
      expect([refused.status, refused.text]).toEqual([
        400,
        expect.stringContaining('a locked account gets no link'),
      ]);
      expect(refused.text).not.toContain('Please sign in');
    });
    expect(await choose()).toBe(410);
    const again = await admin.post(`/-/people/${lou.id}/link`).type('form').send({});
    const fresh = /token=([\w.-]+)/.exec(again.text)![1]!;
    const back = { token: fresh, password: PASSWORD };
    expect((await daybook.browser().post('/-/welcome').type('form').send(back)).status).toBe(303);
  });

  it('then neither their deputies nor they as a deputy approve, and nobody names them', async () => {
    expect((await naming(lou, ben)).status).toBe(201);
    expect((await naming(bea, lou)).status).toBe(201);
    const id = await opened();
    const approving = async (who: Person, forWhom: Person) =>
      api('post', who, `/spending/Spend/${id}/actions/approve`, { for: forWhom.id }, 1);
    await whileLocked(async () => {
      expect((await approving(ben, lou)).body).toMatchObject({ code: 'NO_DEPUTY' });
      expect((await approving(lou, bea)).status).toBe(401);
      expect((await naming(ben, lou)).status).toBe(400);
    });
    expect((await approving(ben, lou)).status).toBe(200);
  });

  it.each([
    ['locked', () => lou],
    ['erased', () => max],
  ])(
    'then somebody %s is given nothing by any way, and stays where they are named already',
    async (_, whom) => {
      const id = await opened();
      const held = await opened({ owner: lou.id });
      const { id: to } = whom();
      await whileLocked(async () => {
        const refusals = [
          await open({ owner: to }),
          await open({ lines: [{ who: to }] }),
          await api('patch', bea, `/spending/Spend/${id}`, { fields: { owner: to } }, 1),
          await api('post', bea, `/spending/Spend/${id}/actions/hand`, { fields: { owner: to } }, 1),
          await api('post', bea, `/spending/Spend/${id}/assignee`, { to }, 1),
        ];
        for (const { status, body } of refusals)
          expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('NO_SUCH_PERSON')]);
        const browser = await signIn(bea);
        const form = (await browser.get('/spending/spends/new')).text;
        expect(form).toContain('Ben Boss');
        expect(form).not.toContain(to);
        const kept = await api(
          'patch',
          bea,
          `/spending/Spend/${held}`,
          { fields: { title: 'Tables', owner: lou.id } },
          1,
        );
        expect(kept.status).toBe(200);
      });
    },
  );

  it('then the pages of people say so, with the reason in the history', async () => {
    await whileLocked(async () => {
      expect((await admin.get('/-/people')).text).toMatch(/Lou Locked[^]*?locked/);
      const page = (await admin.get(`/-/people/${lou.id}`)).text;
      expect(page).toMatch(/This account has been locked since/);
      expect(page).toContain('Left the company.');
      expect(page).not.toContain('Make a one-time link');
    });
    expect((await admin.get(`/-/people/${lou.id}`)).text).toMatch(/Lock the account/);
  });

  it('then only admins lock, with a reason, and nobody themselves: the last admin stays', async () => {
    expect(await locking('lock', lou, ' ')).toBe(422);
    expect(await locking('lock', ada)).toBe(400);
    expect((await admin.get(`/-/people/${ada.id}`)).text).not.toContain('Lock the account');
    const clerk = await signIn(ben);
    const answer = await clerk.post(`/-/people/${bea.id}/lock`).type('form').send({ reason: 'x' });
    expect(answer.status).toBe(403);
    expect((await api('get', bea, '/spending/Spend')).status).toBe(200);
  });

  it('then the command line locks and unlocks, too', async () => {
    const run = async (...words: string[]) => {
      const { code, out, err } = await command(words, { data: folder });
      await daybook.settled();
      return err === '' ? [code, out] : [code, err];
    };
    expect(await run('lock', 'lou', '--reason', 'Left.')).toEqual([
      0,
      'The account of lou is locked. Every session is over.\n',
    ]);
    expect((await api('get', lou, '/spending/Spend')).status).toBe(401);
    expect(await run('lock', 'lou', '--reason', 'Left.')).toMatchObject([
      0,
      expect.stringMatching(/was locked before/),
    ]);
    expect(await run('unlock', 'lou', '--reason', 'Back.')).toMatchObject([
      0,
      expect.stringMatching(/is unlocked/),
    ]);
    expect((await api('get', lou, '/spending/Spend')).status).toBe(200);
    expect((await run('lock', 'lou'))[0]).not.toBe(0);
  });
});
