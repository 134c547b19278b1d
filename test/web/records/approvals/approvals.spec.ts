import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { hiddenIn, startDaybook, system, type Browser, type Daybook } from '#test/web/daybook.js';
import { toCanonicalJson } from '#event-store/canonical-json.js';

const DOCUMENT = documentOf({
  1: 'name: Spending\nkey: spending',
  3: `entities:
  Spend:
    title: Spending
    fields:
      title: { type: text, required: true }
      amount: integer
      secret: text`,
  4: `lifecycles:
  Spend:
    states: { waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      approve: { from: waiting, to: approved, by: [boss], not: record.openedBy, approvals: 2, sign: I approve this spending }`,
  6: `roles: { boss: Boss, clerk: Clerk }
permissions:
  Spend:
    assign: [boss]
    fields: { secret: { read: [boss], edit: [boss] } }`,
});

const PASSWORD = 'a sentence is fine';
const { bea, ben, bob, cleo } = {
  bea: { id: uuid(), name: 'Bea Boss', signInName: 'bea', role: 'boss' },
  ben: { id: uuid(), name: 'Ben Boss', signInName: 'ben', role: 'boss' },
  bob: { id: uuid(), name: 'Bob Boss', signInName: 'bob', role: 'boss' },
  cleo: { id: uuid(), name: 'Cleo Clerk', signInName: 'cleo', role: 'clerk' },
};
type Person = typeof bea;
/** React separates adjacent texts by comments. */
const shownText = (html: string) => html.replaceAll('<!-- -->', '');

describe('approvals by two, each signed', () => {
  let daybook: Daybook;
  let id: string;

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const { role, ...person } of [bea, ben, bob, cleo]) {
      const roles = [{ application: 'spending', role }];
      await daybook.send(new RegisterUser({ ...person, password: PASSWORD, roles, context: system() }));
    }
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  beforeEach(async () => {
    const answer = await api('post', cleo, '', { fields: { title: 'A microscope', amount: 9000 } });
    expect(answer.status).toBe(201);
    id = (answer.body as { id: string }).id;
    await daybook.settled();
  });

  const api = (
    method: 'post' | 'patch' | 'get',
    who: Person,
    path: string,
    body?: object,
    version?: number,
  ) => {
    const call = daybook.browser()[method](`/api/spending/Spend${path}`).auth(who.signInName, PASSWORD);
    if (version !== undefined) call.set('If-Match', `"${version}"`);
    return body ? call.send(body) : call;
  };
  const signed = (who: Person, password = PASSWORD) => ({ signature: { name: who.signInName, password } });
  const record = async () =>
    (await api('get', bea, `/${id}`)).body as Record<string, unknown> & { version: number };

  async function signIn({ signInName }: Person): Promise<Browser> {
    const browser = daybook.browser();
    await browser.post('/-/sign-in').type('form').send({ name: signInName, password: PASSWORD });
    return browser;
  }
  const page = (browser: Browser) => browser.get(`/spending/spends/${id}`);
  const action = () => `/spending/spends/${id}/actions/approve`;
  async function sign(browser: Browser, given: Record<string, string>, html?: string) {
    const hidden = hiddenIn(html ?? (await browser.get(action())).text);
    return browser
      .post(action())
      .type('form')
      .send({ ...hidden, ...given });
  }

  it('one approves, the page says who is waited for, and the second lets it happen', async () => {
    const first = await signIn(bea);
    const form = await first.get(action());
    expect(form.text).toContain('What you sign');
    expect(form.text).toContain('A microscope');
    expect(shownText((await page(first)).text)).toContain(
      'Waits for 2 of these people: you, Ben Boss, and Bob Boss.',
    );
    expect(form.text).toContain('“I approve this spending”');
    const answer = await sign(first, { _name: 'bea', _password: PASSWORD }, form.text);
    expect([answer.status, answer.headers['location']]).toEqual([
      303,
      `/spending/spends/${id}?after=approve`,
    ]);
    await daybook.settled();
    const waiting = (await page(first)).text;
    expect(waiting).toMatch(/Approve: (<!-- -->)?1(<!-- -->)? of (<!-- -->)?2/);
    expect(shownText(waiting)).toContain('Waits for Ben Boss or Bob Boss.');
    expect(waiting).toContain('Take back');
    const second = await signIn(ben);
    expect((await sign(second, { _name: 'ben', _password: PASSWORD })).status).toBe(303);
    await daybook.settled();
    const done = (await page(second)).text;
    expect(done).toContain('Signatures');
    expect(done.match(/SHA-256/g)).toHaveLength(2);
    expect(await record()).toMatchObject({
      state: 'approved',
      rounds: [],
      signatures: [{ signedBy: bea.id }, { signedBy: ben.id }],
    });
  });

  it('whoever is told no names of those who are asked reads how many of which role', async () => {
    const reads = await signIn(cleo);
    expect(shownText((await page(reads)).text)).toContain('Waits for 2 people (Boss).');
    await sign(await signIn(bea), { _name: 'bea', _password: PASSWORD });
    await daybook.settled();
    expect(shownText((await page(reads)).text)).toContain('Waits for one person (Boss).');
  });

  it('the digest is of what was on the screen, and the password is nowhere in the log', async () => {
    const answer = await api('post', bea, `/${id}/actions/approve`, signed(bea), 1);
    expect(answer.status).toBe(200);
    const { events } = await daybook.installation.store.read(`spending.Spend-${id}`);
    const { signature } = events.at(-1)!.data as { signature: Record<string, string> };
    const shown = {
      ...{
        application: 'spending',
        entity: 'Spend',
        id,
        number: null,
        title: (events[0]!.data as { title: string }).title,
        state: 'waiting',
      },
      fields: { title: 'A microscope', amount: 9000 },
      action: 'approve',
      meaning: 'I approve this spending',
      version: 1,
      filledIn: {},
      reason: null,
      by: bea.id,
      for: null,
      at: signature['at']!,
    };
    expect(signature['hash']).toBe(createHash('sha256').update(toCanonicalJson(shown)).digest('hex'));
    expect(JSON.stringify(events)).not.toContain(PASSWORD);
  });

  it('whoever sees only a part of it learns no digest', async () => {
    await api('post', bea, `/${id}/actions/approve`, signed(bea), 1);
    await daybook.settled();
    const seen = (await api('get', cleo, `/${id}`)).body as { signatures: object[] };
    expect(seen.signatures).toEqual([expect.not.objectContaining({ hash: expect.anything() as unknown })]);
    const list = (await api('get', cleo, '')).text;
    expect(list).not.toMatch(/[0-9a-f]{64}/);
  });

  it('without a signature, with somebody else’s name or a wrong password nothing is signed', async () => {
    const codes = [];
    for (const body of [{}, signed(ben), signed(bea, 'not the right one')]) {
      const { status, body: problem } = await api('post', bea, `/${id}/actions/approve`, body, 1);
      codes.push([status, (problem as { code: string }).code]);
    }
    expect(codes).toEqual([
      [409, 'SIGNATURE_NEEDED'],
      [403, 'SIGNATURE_WRONG'],
      [403, 'SIGNATURE_WRONG'],
    ]);
    expect((await record()).version).toBe(1);
  });

  it('what changed since it was shown is not signed, and the page is shown anew', async () => {
    const browser = await signIn(bob);
    const form = await browser.get(action());
    const { version } = await record();
    await api('patch', cleo, `/${id}`, { fields: { amount: 90 } }, version);
    await daybook.settled();
    const answer = await sign(browser, { _name: 'bob', _password: PASSWORD }, form.text);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('What you sign');
    expect(answer.text).not.toContain(PASSWORD);
    expect(await record()).toMatchObject({ state: 'waiting', rounds: [] });
  });

  it('a change after the first approval begins the round again', async () => {
    await api('post', bea, `/${id}/actions/approve`, signed(bea), 1);
    await api('patch', cleo, `/${id}`, { fields: { amount: 90 } }, 2);
    await daybook.settled();
    expect(await record()).toMatchObject({ version: 4, rounds: [], signatures: [] });
    const text = (await page(await signIn(bob))).text;
    expect(text).toContain('restarted the approvals of “Approve”');
  });

  it('who has approved takes it back; who refuses says why, and ends it', async () => {
    await api('post', bea, `/${id}/actions/approve`, signed(bea), 1);
    await daybook.settled();
    const browser = await signIn(bea);
    const back = await browser.post(`${action()}/take-back`).type('form').send({ commandId: uuid() });
    expect(back.status).toBe(303);
    const refusing = { commandId: uuid(), seen: '3' };
    const blank = await browser
      .post(`${action()}/refuse`)
      .type('form')
      .send({ ...refusing, reason: '' });
    expect(blank.status).toBe(422);
    const said = await browser
      .post(`${action()}/refuse`)
      .type('form')
      .send({ ...refusing, reason: 'Too dear.' });
    expect(said.status).toBe(303);
    await daybook.settled();
    expect((await page(browser)).text).toContain('Too dear.');
    const late = await api('post', ben, `/${id}/actions/approve`, signed(ben), 4);
    expect((late.body as { code: string }).code).toBe('ROUND_REFUSED');
  });

  it('the third wrong password ends the session, as events', async () => {
    const browser = await signIn(bob);
    const answers = [];
    for (const _ of [1, 2, 3])
      answers.push((await sign(browser, { _name: 'bob', _password: 'wrong wrong wrong' })).status);
    expect(answers).toEqual([403, 403, 401]);
    expect((await browser.get('/')).headers['location']).toContain('/-/sign-in');
    const { events } = await daybook.installation.store.read(`user-${bob.id}`);
    expect(events.map(({ type }) => type).slice(-4)).toEqual([
      'user.signing-failed',
      'user.signing-failed',
      'user.signing-failed',
      'user.signed-out',
    ]);
  });

  it('given many at once, when three are wrong, then the others are not even tried', async () => {
    const browser = await signIn(bob);
    const before = (await daybook.installation.store.read(`user-${bob.id}`)).version;
    const hidden = hiddenIn((await browser.get(action())).text);
    const guess = (_password: string) =>
      browser
        .post(action())
        .type('form')
        .send({ ...hidden, _command: uuid(), _name: 'bob', _password });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => guess(`wrong wrong wrong ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 403, 403]);
    const { events } = await daybook.installation.store.read(`user-${bob.id}`, before + 1);
    expect(events.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 3 }, () => 'user.signing-failed'),
      'user.signed-out',
    ]);
  });

  it('the same key again is answered as at first, whoever’s password is right, and signs once', async () => {
    const again = (password?: string) =>
      api('post', bea, `/${id}/actions/approve`, signed(bea, password), 1).set(
        'Idempotency-Key',
        `key ${id}`,
      );
    const first = await again();
    expect([first.status, first.body]).toMatchObject([200, { version: 2, already: false }]);
    await api('post', ben, `/${id}/actions/approve`, signed(ben), 2);
    const second = await again();
    expect([second.status, second.body]).toMatchObject([200, { version: 2, already: true }]);
    const wrong = await again('not the right one');
    expect([wrong.status, (wrong.body as { code: string }).code]).toEqual([403, 'SIGNATURE_WRONG']);
    const { events } = await daybook.installation.store.read(`spending.Spend-${id}`);
    expect(events.map(({ type }) => type)).toEqual([
      'record.opened',
      'record.approval-given',
      'record.approval-given',
      'record.action-taken',
    ]);
    expect(JSON.stringify(events)).not.toContain(PASSWORD);
  });

  it('a role taken away a moment ago signs nothing', async () => {
    const id2 = uuid();
    const roles = [{ application: 'spending', role: 'boss' }];
    const person = { id: id2, name: 'Late Boss', signInName: `late.${id2.slice(-6)}`, role: 'boss' };
    await daybook.send(new RegisterUser({ ...person, password: PASSWORD, roles, context: system() }));
    await daybook.settled();
    const { RevokeRole } = await import('#domain/user/user-commands.js');
    await daybook.send(new RevokeRole({ id: id2, application: 'spending', role: 'boss', context: system() }));
    const answer = await api('post', person, `/${id}/actions/approve`, signed(person), 1);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([403, 'NOT_PERMITTED']);
  });

  it('a version that is published during a round: another meaning begins again, another number counts from then on', async () => {
    const publish = async (from: string, to: string) => {
      await daybook.send(new PublishSpecification({ text: DOCUMENT.replace(from, to), context: system() }));
      await daybook.settled();
    };
    await api('post', bea, `/${id}/actions/approve`, signed(bea), 1);
    await publish('I approve this spending', 'I have read all of it');
    await api('post', ben, `/${id}/actions/approve`, signed(ben), 2);
    await daybook.settled();
    expect(await record()).toMatchObject({
      state: 'waiting',
      rounds: [{ votes: [{ by: ben.id }] }],
      signatures: [{ signedBy: ben.id, meaning: 'I have read all of it' }],
    });
    await publish('approvals: 2, sign: I approve this spending', 'approvals: 1, sign: I have read all of it');
    const { version } = await record();
    const last = await api('post', bob, `/${id}/actions/approve`, signed(bob), version);
    expect(last.status).toBe(200);
    await daybook.settled();
    expect(await record()).toMatchObject({ state: 'approved', signatures: [{}, {}] });
    await publish('', '');
  });
});
