import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { ErasePerson, GrantRole, RegisterUser, RevokeRole } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { inputIn, startDaybook, system, hiddenIn, type Browser, type Daybook } from '../daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Spending\nkey: spending\ntimeZone: Pacific/Kiritimati',
  3: `entities:
  Spend:
    title: Spending
    fields: { title: { type: text, required: true }, amount: integer }`,
  4: `lifecycles:
  Spend:
    states: { waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      approve: { from: waiting, to: approved, by: [boss], not: record.openedBy, approvals: 2, sign: I approve this spending }
      note: { from: waiting, by: [boss] }`,
  6: `roles: { boss: Boss, clerk: Clerk }
permissions:
  Spend: { read: [boss, clerk], open: [boss, clerk] }`,
});
const CLUBS = documentOf({
  1: 'name: Clubs\nkey: clubs\ntimeZone: Pacific/Kiritimati',
  3: 'entities: { Wish: { fields: { title: text } } }',
  4: `lifecycles:
  Wish:
    states: { waiting: Waiting, granted: { title: Granted, final: true } }
    actions:
      approve: { from: waiting, to: granted, by: [chair], approvals: 2 }
      agree: { from: waiting, to: granted, by: [member], approvals: { of: { member: 2 } } }
      nod: { from: waiting, to: granted, approvals: 2 }`,
  6: 'roles: { chair: Chair, member: { title: Member, everyone: true } }',
});
const PASSWORD = 'a sentence is fine';
// In the application's zone it is the 21st already.
const NOW = '2026-11-20T12:00:00.000Z';
const person = (name: string, application: string, role: string) => ({
  id: uuid(),
  name,
  signInName: name.split(' ')[0]!.toLowerCase(),
  roles: [{ application, role }],
});
const [bea, ben, cleo, dan, ada, eve] = [
  person('Bea Boss', 'spending', 'boss'),
  person('Ben Boss', 'spending', 'boss'),
  person('Cleo Clerk', 'spending', 'clerk'),
  person('Dan Clerk', 'spending', 'clerk'),
  person('Ada Admin', '-', 'admin'),
  person('Eve Elsewhere', 'other', 'some'),
];
type Person = typeof bea;

describe('given somebody who is away', () => {
  let daybook: Daybook;
  let id: string;
  let moment = NOW;

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false, clock: () => moment });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const each of [bea, ben, cleo, dan, ada, eve])
      await daybook.send(new RegisterUser({ ...each, password: PASSWORD, context: system() }));
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  beforeEach(async () => {
    moment = NOW;
    id = await open(ben);
    for (const who of [bea, cleo]) {
      const { body } = await api('get', who, '/-/deputies');
      const { named } = body as { named: { id: string }[] };
      for (const each of named) await api('post', who, `/-/deputies/${each.id}/end`, {});
    }
    await daybook.settled();
  });

  const api = (method: 'post' | 'get', who: Person, path: string, body?: object, version?: number) => {
    const call = daybook.browser()[method](`/api${path}`).auth(who.signInName, PASSWORD);
    if (version !== undefined) call.set('If-Match', `"${version}"`);
    return body ? call.send(body) : call;
  };
  async function open(by: Person): Promise<string> {
    const answer = await api('post', by, '/spending/Spend', { fields: { title: 'Chairs', amount: 9000 } });
    expect(answer.status).toBe(201);
    await daybook.settled();
    return (answer.body as { id: string }).id;
  }
  const days = { from: '2026-11-21', until: '2026-11-25' };
  const naming = async (who: Person, deputy: Person, more: object = {}) => {
    const answer = await api('post', who, '/-/deputies', { deputy: deputy.id, ...days, ...more });
    await daybook.settled();
    return answer;
  };
  const named = async (who: Person, deputy: Person, more: object = {}) => {
    const answer = await naming(who, deputy, more);
    expect([answer.status, answer.body]).toMatchObject([201, {}]);
    return (answer.body as { id: string }).id;
  };
  const approving = async (who: Person, forWhom?: Person, version = 1) => {
    const signature = { name: who.signInName, password: PASSWORD };
    const body = { signature, ...(forWhom && { for: forWhom.id }) };
    const answer = await api('post', who, `/spending/Spend/${id}/actions/approve`, body, version);
    await daybook.settled();
    return answer.status === 200 ? 'done' : (answer.body as { code: string }).code;
  };
  async function signIn({ signInName }: Person): Promise<Browser> {
    const browser = daybook.browser();
    await browser.post('/-/sign-in').type('form').send({ name: signInName, password: PASSWORD });
    return browser;
  }

  it('a deputy is named on a page, approves for them, signed, and both names are told', async () => {
    const boss = await signIn(bea);
    const form = await boss.get('/-/deputies');
    expect(form.text).toContain('You have no deputy.');
    expect(form.text).not.toContain('Eve Elsewhere');
    expect(inputIn(form.text, 'from')).toBe('2026-11-20');
    const commandId = inputIn(form.text, 'commandId');
    const wrong = await boss
      .post('/-/deputies')
      .type('form')
      .send({ commandId, deputy: cleo.id, scope: 'spending', from: '2026-11-25', until: '2026-11-21' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toMatch(/id="problems"[^]*<a href="#d-(from|until|deputy)">/);
    expect(wrong.text).toContain('Choose a last day that is not before the first day');
    expect(wrong.text).not.toContain('cannot be understood');
    expect(wrong.text).toContain(`value="2026-11-25"`);
    const done = await boss
      .post('/-/deputies')
      .type('form')
      .send({ commandId: uuid(), deputy: cleo.id, scope: 'spending.boss', ...days });
    expect(done.status).toBe(303);
    await daybook.settled();
    const clerk = await signIn(cleo);
    expect((await clerk.get('/-/deputies')).text).toContain('Cleo Clerk for Bea Boss');
    expect((await clerk.get('/')).text).toContain('Approve for Bea Boss');
    const page = (await clerk.get(`/spending/spends/${id}`)).text;
    const href = /href="([^"]*\/actions\/approve\?for=[^"]*)"/.exec(page)![1]!;
    const signing = await clerk.get(href);
    expect(signing.text).toContain('Approve for Bea Boss');
    const answer = await clerk
      .post(href)
      .type('form')
      .send({ ...hiddenIn(signing.text), _name: 'cleo', _password: PASSWORD });
    expect(answer.status).toBe(303);
    await daybook.settled();
    const shown = (await clerk.get(`/spending/spends/${id}`)).text;
    expect(shown).toMatch(/Cleo Clerk for Bea Boss(<!-- -->)? (<!-- -->)?approved/);
    expect(shown).toMatch(/<strong>Cleo Clerk for Bea Boss<\/strong>/);
    const record = (await api('get', ben, `/spending/Spend/${id}`)).body as object;
    expect(record).toMatchObject({
      changedBy: cleo.id,
      changedFor: bea.id,
      rounds: [{ votes: [{ by: cleo.id, for: bea.id, says: 'yes' }] }],
      signatures: [{ signedBy: cleo.id, for: bea.id }],
    });
    const { events } = await daybook.installation.store.read(`spending.Spend-${id}`);
    expect(events.at(-1)!.metadata).toMatchObject({ actor: cleo.id, onBehalfOf: bea.id });
  });

  it('what a deputy did is found on the timeline under both persons, and under nobody else', async () => {
    await api('post', bea, '/-/deputies', { deputy: cleo.id, ...days });
    await daybook.settled();
    expect(await approving(cleo, bea)).toBe('done');
    const admin = await signIn(ada);
    const found = async (who: Person) =>
      (await admin.get(`/-/timeline?person=${who.id}&type=record.approval-given`)).text;
    for (const who of [cleo, bea]) expect(await found(who)).toContain('Cleo Clerk for Bea Boss');
    expect(await found(ben)).not.toContain('Cleo Clerk for Bea Boss');
    const byDeputies = parse((await admin.get('/-/timeline?as=deputy')).text);
    const items = byDeputies.querySelectorAll('.db-timeline-item').map(({ text }) => text);
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter((text) => !text.includes(' for '))).toEqual([]);
  });

  it('what somebody did who was erased is linked from history, and found by that address', async () => {
    const fay = person('Fay Former', 'spending', 'clerk');
    await daybook.send(new RegisterUser({ ...fay, password: PASSWORD, context: system() }));
    await daybook.settled();
    id = await open(fay);
    await daybook.send(new ErasePerson({ id: fay.id, reason: 'They asked.', context: system() }));
    await daybook.settled();
    const admin = await signIn(ada);
    const address = `/-/timeline?person=${fay.id}`;
    const history = (await admin.get(`/-/timeline?record=${id}`)).text;
    expect(history).toContain(`href="${address}"`);
    const all = (await admin.get(address)).text;
    expect(all).toContain('opened');
    expect(all).toMatch(new RegExp(`<option value="${fay.id}" selected="">erased person`));
  });

  it('people who were erased are told apart in the choice of persons on the timeline, and their names stay unknown', async () => {
    const former = [person('Gil Gone', 'spending', 'clerk'), person('Hal Gone', 'spending', 'clerk')];
    for (const each of former)
      await daybook.send(new RegisterUser({ ...each, password: PASSWORD, context: system() }));
    for (const { id: gone } of former)
      await daybook.send(new ErasePerson({ id: gone, reason: 'They asked.', context: system() }));
    await daybook.settled();
    const admin = await signIn(ada);
    const page = (await admin.get('/-/timeline')).text;
    expect(page).not.toContain('Gone');
    for (const { id: gone } of former) {
      const option = `<option value="${gone}">erased person ${gone.slice(-6)} \\(erased [^<]*21[^<]*2026\\)</option>`;
      expect(page).toMatch(new RegExp(option));
      const chosen = (await admin.get(`/-/timeline?person=${gone}`)).text;
      expect(chosen).toMatch(new RegExp(option.replace('">', '" selected="">')));
    }
  });

  it('nobody counts twice, and nobody stands in unasked', async () => {
    await named(bea, cleo);
    expect(await approving(cleo)).toBe('NOT_PERMITTED');
    expect(await approving(cleo, bea)).toBe('done');
    expect(await approving(bea, undefined, 2)).toBe('SPOKEN_ALREADY');
    expect(await approving(cleo, bea, 2)).toBe('SPOKEN_ALREADY');
  });

  it('separation of duties holds for the deputy and for whom they stand', async () => {
    await named(bea, cleo);
    id = await open(cleo);
    expect(await approving(cleo, bea)).toBe('SEPARATION_OF_DUTIES');
    id = await open(bea);
    expect(await approving(cleo, bea)).toBe('SEPARATION_OF_DUTIES');
    const { body } = await api('get', cleo, '/spending/-/waiting');
    expect((body as { items: { id: string }[] }).items.map((item) => item.id)).not.toContain(id);
  });

  it('a deputy of a deputy is none', async () => {
    await named(bea, cleo);
    await named(cleo, dan);
    expect(await approving(dan, bea)).toBe('NO_DEPUTY');
    expect(await approving(dan, cleo)).toBe('NOT_PERMITTED');
  });

  it('it holds on its days, as they are where the application is, and until it is ended', async () => {
    expect(await approving(cleo, bea)).toBe('NO_DEPUTY');
    await named(bea, cleo, { from: '2026-11-22' });
    expect(await approving(cleo, bea)).toBe('NO_DEPUTY');
    moment = '2026-11-21T12:00:00.000Z';
    const deputation = await named(bea, cleo, { from: '2026-11-22', until: '2026-11-22' });
    expect(await approving(cleo, bea)).toBe('done');
    id = await open(ben);
    const { body } = await api('get', cleo, '/-/deputies');
    for (const each of (body as { standsInFor: { id: string }[] }).standsInFor)
      expect((await api('post', cleo, `/-/deputies/${each.id}/end`, { for: bea.id })).status).toBe(200);
    expect(await approving(cleo, bea)).toBe('NO_DEPUTY');
    expect((await api('post', bea, `/-/deputies/${deputation}/end`, {})).status).toBe(404);
  });

  it('it lends what is named and nothing else, and what somebody has lost lends nothing', async () => {
    await named(bea, cleo, { application: 'spending', role: 'clerk' });
    expect(await approving(cleo, bea)).toBe('NOT_PERMITTED');
    await named(bea, cleo, { application: 'spending' });
    const on = { id: bea.id, application: 'spending', role: 'boss' };
    await daybook.send(new RevokeRole({ ...on, context: system() }));
    const signature = { name: cleo.signInName, password: PASSWORD };
    const late = await api(
      'post',
      cleo,
      `/spending/Spend/${id}/actions/approve`,
      { signature, for: bea.id },
      1,
    );
    expect((late.body as { code: string }).code).toBe('NOT_PERMITTED');
    await daybook.send(new GrantRole({ ...on, context: system() }));
    const note = await api('post', cleo, `/spending/Spend/${id}/actions/note`, { for: bea.id }, 1);
    expect((note.body as { code: string }).code).toBe('NOT_DELEGATED');
  });

  it('given one role is lent, then nothing is approved that everybody may, and it does not wait for the deputy', async () => {
    await daybook.send(new PublishSpecification({ text: CLUBS, context: system() }));
    const role = { application: 'clubs', role: 'chair' };
    await daybook.send(new GrantRole({ id: bea.id, ...role, context: system() }));
    await daybook.settled();
    const opened = await api('post', dan, '/clubs/Wish', { fields: { title: 'Chairs' } });
    const path = `/clubs/Wish/${(opened.body as { id: string }).id}`;
    const saying = async (action: string) => {
      const answer = await api('post', cleo, `${path}/actions/${action}`, { for: bea.id }, 1);
      await daybook.settled();
      return answer.status === 200 ? 'done' : (answer.body as { code: string }).code;
    };
    const waiting = async () => {
      const { body } = await api('get', cleo, '/clubs/-/waiting');
      const { items } = body as { items: { waitsFor: { action: string; for?: string }[] }[] };
      return items[0]!.waitsFor.filter((each) => each.for === bea.id).map(({ action }) => action);
    };
    await named(bea, cleo, role);
    expect([await saying('agree'), await saying('nod')]).toEqual(['NOT_DELEGATED', 'NOT_DELEGATED']);
    expect(await waiting()).toEqual(['approve']);
    await named(bea, cleo, { application: 'clubs' });
    expect(await waiting()).toEqual(['approve', 'agree', 'nod']);
    expect([await saying('agree'), await saying('nod')]).toEqual(['done', 'done']);
  });

  it('whoever may not read the record approves it for nobody, and learns nothing of it', async () => {
    await named(bea, eve);
    expect(await approving(eve, bea)).toBe('NOT_FOUND');
  });

  it('the person names, and what is wrong is said', async () => {
    const codes = [];
    for (const [deputy, more] of [
      [bea, {}],
      [{ ...bea, id: uuid() }, {}],
      [cleo, { from: 'soon' }],
      [cleo, { until: '2026-11-01' }],
      [cleo, { until: '2028-11-01' }],
      [cleo, { role: 'boss' }],
      [cleo, { application: 'spending', role: 'king' }],
      // Bounded, as others have to read it.
      [cleo, { application: 'x'.repeat(500_000) }],
      [cleo, { application: '' }],
      [cleo, { application: '-', role: 'admin' }],
      [cleo, { application: 'spending', role: 'boss'.repeat(100_000) }],
      [cleo, { application: 'nowhere', role: 'a b' }],
    ] as const) {
      const { status, body } = await naming(bea, deputy, more);
      codes.push([status, (body as { code: string }).code]);
    }
    expect(codes).toEqual(codes.map(() => [400, 'BAD_REQUEST']));
  });

  it('given an application that is not theirs, then it is as if it did not exist, for the deputy, too', async () => {
    const secret = documentOf({
      1: 'name: Secret\nkey: secret',
      3: 'entities: { Plan: { fields: { title: text } } }',
      6: 'roles: { owner: Owner }\npermissions: { Plan: { read: [owner], open: [owner] } }',
    });
    await daybook.send(new PublishSpecification({ text: secret, context: system() }));
    await daybook.settled();
    const answers = [];
    for (const application of ['secret', 'nowhere']) {
      const { status, body } = await naming(cleo, dan, { application, role: 'king' });
      answers.push([status, Object.keys(body as object)]);
    }
    expect(answers[0]).toEqual(answers[1]);

    await daybook.send(
      new GrantRole({ id: bea.id, application: 'secret', role: 'owner', context: system() }),
    );
    await daybook.settled();
    expect((await naming(bea, dan, { application: 'secret', role: 'king' })).status).toBe(400);
    const deputation = await named(bea, dan, { application: 'secret', role: 'owner' });
    const { body } = await api('get', dan, '/-/deputies');
    const { standsInFor } = body as { standsInFor: { id: string }[] };
    expect(standsInFor.find(({ id: each }) => each === deputation)).toEqual({
      id: deputation,
      for: bea.id,
      deputy: dan.id,
      ...days,
    });
    expect((await api('get', bea, '/-/deputies')).body).toMatchObject({
      named: [{ id: deputation, application: 'secret', role: 'owner' }],
    });
  });

  it('given somebody was erased, then nobody is told that they stand in for them', async () => {
    const gone = { ...person('Gil Gone', 'spending', 'boss'), password: PASSWORD };
    await daybook.send(new RegisterUser({ ...gone, context: system() }));
    await named(gone, dan);
    const standsInFor = async () => {
      const { body } = await api('get', dan, '/-/deputies');
      return (body as { standsInFor: { for: string }[] }).standsInFor.map((each) => each.for);
    };
    expect(await standsInFor()).toEqual([gone.id]);
    await daybook.send(new ErasePerson({ id: gone.id, reason: 'They asked for it.', context: system() }));
    await daybook.settled();
    expect(await standsInFor()).toEqual([]);
    expect(await approving(dan, gone)).toBe('NO_DEPUTY');
  });

  it('admins see and end everybody’s, others see and end theirs', async () => {
    const deputation = await named(bea, cleo);
    expect((await api('post', dan, `/-/deputies/${deputation}/end`, { for: bea.id })).status).toBe(404);
    const strangers = (await (await signIn(dan)).get('/-/deputies')).text;
    expect(strangers).not.toContain('Cleo Clerk for Bea Boss');
    const admin = await signIn(ada);
    expect((await admin.get('/-/deputies')).text).toContain('Cleo Clerk for Bea Boss');
    const ended = await admin.post(`/-/deputies/${deputation}/end`).type('form').send({ person: bea.id });
    expect(ended.status).toBe(303);
    await daybook.settled();
    expect((await admin.get('/-/deputies')).text).toContain('ended by');
    expect(await approving(cleo, bea)).toBe('NO_DEPUTY');
  });
});
