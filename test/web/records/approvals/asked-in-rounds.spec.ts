// Inputs of an action count only once its round is over.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { hiddenIn, startDaybook, system, type Daybook } from '#test/web/daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Grants\nkey: grants',
  2: `screens:
  /grants: { list: Grant, filters: [verdict, decided] }
  /decided: { report: Grant, measure: count, by: verdict }`,
  3: `entities:
  Grant:
    title: Grant
    fields:
      title: { type: text, required: true }
      verdict: { type: choice, of: [Granted, Declined] }
      applicant: { type: user, default: user }
      account: { type: text, personal: applicant }
      reference: { type: text, unique: true }
      letter: file
      decided: { type: boolean, computed: "record.verdict == 'Granted'" }`,
  4: `lifecycles:
  Grant:
    states: { waiting: Waiting, decided: { title: Decided, final: true } }
    actions:
      decide: { from: waiting, to: decided, by: [judge], approvals: 2, ask: [verdict, account, reference, letter] }`,
  6: `roles: { judge: Judge, reader: Reader }
permissions:
  Grant:
    fields: { account: { read: [judge], edit: [judge] } }`,
});

const PASSWORD = 'a sentence is fine';
const [ida, ivo, rosa] = [
  { id: uuid(), name: 'Ida Judge', signInName: 'ida', role: 'judge' },
  { id: uuid(), name: 'Ivo Judge', signInName: 'ivo', role: 'judge' },
  { id: uuid(), name: 'Rosa Reader', signInName: 'rosa', role: 'reader' },
] as const;
type Person = typeof ida | typeof ivo | typeof rosa;

describe('given a grant on which one of two judges has decided', () => {
  let daybook: Daybook;
  let id: string;
  let reference: string;

  const call = (method: 'post' | 'get', who: Person, path: string) =>
    daybook.browser()[method](path).auth(who.signInName, PASSWORD);
  async function signedIn({ signInName }: Person) {
    const browser = daybook.browser();
    await browser.post('/-/sign-in').type('form').send({ name: signInName, password: PASSWORD });
    return browser;
  }
  const vote = (who: Person, on: string, fields: object, version: number) =>
    call('post', who, `/api/grants/Grant/${on}/actions/decide`)
      .set('If-Match', `"${version}"`)
      .send({ fields });
  const record = async (who: Person) =>
    (await call('get', who, `/api/grants/Grant/${id}`)).body as Record<string, unknown> & { version: number };
  const open = async (fields: object = {}) => {
    const answer = await call('post', ida, '/api/grants/Grant').send({
      fields: { title: 'A loom', ...fields },
    });
    expect(answer.status).toBe(201);
    return (answer.body as { id: string }).id;
  };

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const { role, ...person } of [ida, ivo, rosa]) {
      const roles = [{ application: 'grants', role }];
      await daybook.send(new RegisterUser({ ...person, password: PASSWORD, roles, context: system() }));
    }
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  beforeEach(async () => {
    id = await open();
    reference = uuid();
    const answers = { verdict: 'Granted', account: 'DE-4711', reference };
    expect((await vote(ida, id, answers, 1)).status).toBe(200);
    await daybook.settled();
  });

  it('when it is read, then its values are those of before, and the answers stand with the vote', async () => {
    const { fields, rounds, state } = await record(ivo);
    expect([state, fields]).toEqual(['waiting', { title: 'A loom', applicant: ida.id }]);
    const proposed = { verdict: 'Granted', account: 'DE-4711', reference };
    expect(rounds).toMatchObject([{ action: 'decide', votes: [{ by: ida.id, proposed }] }]);
  });

  it('when somebody looks who may not see an answer, then neither page nor API nor history has it', async () => {
    const { rounds } = await record(rosa);
    expect(rounds).toMatchObject([{ votes: [{ proposed: { verdict: 'Granted', reference } }] }]);
    const browser = await signedIn(rosa);
    const page = await browser.get(`/grants/grants/${id}`);
    const answer = await call('get', rosa, `/api/grants/Grant/${id}`);
    for (const { status, text } of [page, answer]) {
      expect([status, text]).toEqual([200, expect.stringContaining('Granted')]);
      expect(text).not.toContain('DE-4711');
    }
  });

  it('when what is stored is read, then a personal answer is sealed in it', async () => {
    const { events } = await daybook.installation.store.read(`grants.Grant-${id}`);
    expect(JSON.stringify(events)).not.toContain('DE-4711');
    expect(events.at(-1)).toMatchObject({
      type: 'record.approval-given',
      data: { proposed: { account: { to: { sealed: { person: ida.id } } } } },
    });
  });

  it('when it is counted, filtered, searched, or exported, then it is not decided', async () => {
    const report = await call('get', ivo, '/api/grants/Grant/reports/decided');
    const paths = [
      '/api/grants/Grant?verdict=Granted',
      `/api/grants/Grant?q=${reference}`,
      '/api/grants/Grant?decided=true',
    ];
    const lists = await Promise.all(paths.map((path) => call('get', ivo, path)));
    for (const { status, body } of lists) expect([status, (body as { items: [] }).items]).toEqual([200, []]);
    const csv = await (await signedIn(ivo)).get('/grants/grants.csv');
    for (const { status, text } of [report, csv]) {
      expect(status).toBe(200);
      expect(text).not.toContain('Granted');
    }
  });

  it('when the next judge opens the form, then it is filled in with the answers, and sent as it is it decides', async () => {
    const browser = await signedIn(ivo);
    const page = (await browser.get(`/grants/grants/${id}`)).text;
    expect(page).toContain('Once everybody has approved, this is written to the record:');
    const action = `/grants/grants/${id}/actions/decide`;
    const form = (await browser.get(action)).text;
    expect(form).toContain('value="DE-4711"');
    const answers = { verdict: 'Granted', account: 'DE-4711', reference };
    const sent = await browser
      .post(action)
      .type('form')
      .send({ ...hiddenIn(form), ...answers });
    expect(sent.status).toBe(303);
    await daybook.settled();
    expect(await record(ivo)).toMatchObject({
      state: 'decided',
      fields: { ...answers, decided: true },
      rounds: [],
    });
  });

  it('when an answer is one that another record has, then it is refused with the vote', async () => {
    await open({ reference: 'taken' });
    const other = await open();
    const answer = await vote(ida, other, { verdict: 'Granted', reference: 'taken' }, 1);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, 'NOT_UNIQUE']);
    await open({ reference });
    const late = await vote(ivo, id, {}, 2);
    expect([late.status, (late.body as { code: string }).code]).toEqual([409, 'NOT_UNIQUE']);
  });

  it('when a file is answered, then those who decide next may read it, and it stays with the record', async () => {
    const other = await open();
    const upload = await call('post', ida, '/api/grants/Grant/files?field=letter&name=letter.txt')
      .set('Content-Type', 'text/plain')
      .send('We grant it.');
    const { reference: letter, sha256 } = upload.body as { reference: string; sha256: string };
    expect((await vote(ida, other, { verdict: 'Granted', letter }, 1)).status).toBe(200);
    await daybook.settled();
    const bytes = async () =>
      (await call('get', ivo, `/api/grants/Grant/${other}/files/letter/${sha256}`)).text;
    expect(await bytes()).toBe('We grant it.');
    expect((await vote(ivo, other, {}, 2)).status).toBe(200);
    await daybook.settled();
    expect(await bytes()).toBe('We grant it.');
  });

  it('when the one who decides last sends a file, then it is kept once', async () => {
    const other = await open();
    expect((await vote(ida, other, { verdict: 'Granted' }, 1)).status).toBe(200);
    const upload = await call('post', ivo, '/api/grants/Grant/files?field=letter&name=letter.txt')
      .set('Content-Type', 'text/plain')
      .send('We grant it.');
    const { reference: letter, sha256 } = upload.body as { reference: string; sha256: string };
    // Another answer restarts the round, and the first judge approves it.
    expect((await vote(ivo, other, { letter }, 2)).status).toBe(200);
    expect((await vote(ida, other, {}, 4)).status).toBe(200);
    await daybook.settled();
    const file = await call('get', ida, `/api/grants/Grant/${other}/files/letter/${sha256}`);
    expect([file.status, file.text]).toEqual([200, 'We grant it.']);
  });
});
