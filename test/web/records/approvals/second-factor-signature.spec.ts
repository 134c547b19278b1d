import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { hiddenIn, startDaybook, system, type Browser, type Daybook } from '#test/web/daybook.js';
import { codeAt, setUpSecondFactor, type SetUp } from '#test/web/people/second-factor.js';

const DOCUMENT = documentOf({
  1: 'name: Spending\nkey: spending',
  3: 'entities:\n  Spend:\n    title: Spending\n    fields: { title: { type: text, required: true } }',
  4: `lifecycles:
  Spend:
    states: { waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      approve: { from: waiting, to: approved, sign: I approve this spending }`,
  6: 'roles: { boss: Boss }',
});
const PASSWORD = 'a sentence is fine';
const BEA = { id: uuid(), name: 'Bea Boss', signInName: 'bea' };

let now = Date.parse('2026-11-20T10:00:00.000Z');

describe('given a signer with a second factor', () => {
  let daybook: Daybook;
  let bea: Browser;
  let factor: SetUp;
  let id: string;

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false, clock: () => new Date(now).toISOString() });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    const roles = [{ application: 'spending', role: 'boss' }];
    await daybook.send(new RegisterUser({ ...BEA, password: PASSWORD, roles, context: system() }));
    await daybook.settled();
    bea = daybook.browser();
    await bea.post('/-/sign-in').type('form').send({ name: 'bea', password: PASSWORD }).expect(303);
    factor = await setUpSecondFactor(bea, PASSWORD, now);
  });
  afterAll(() => daybook.close());

  beforeEach(async () => {
    now += 60_000;
    const form = hiddenIn((await bea.get('/spending/spends/new')).text);
    const answer = await bea
      .post('/spending/spends/new')
      .type('form')
      .send({ ...form, title: 'A microscope' })
      .expect(303);
    id = /spends\/([0-9a-f-]{36})/.exec(answer.headers['location'] ?? '')![1]!;
    await daybook.settled();
  });

  const sign = async (code: string | undefined, of = id) => {
    const action = `/spending/spends/${of}/actions/approve`;
    const { text } = await bea.get(action);
    const given = { _name: 'bea', _password: PASSWORD, ...(code !== undefined && { _code: code }) };
    return bea
      .post(action)
      .type('form')
      .send({ ...hiddenIn(text), ...given });
  };
  const types = async () =>
    (await daybook.installation.store.read(`user-${BEA.id}`)).events.map(({ type }) => type);

  it('when name and password come without a code, then nothing is signed, and it is written down', async () => {
    const answer = await sign(undefined);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('Sign-in name, password or code is wrong: nothing is signed.');
    expect((await types()).at(-1)).toBe('user.signing-failed');
  });

  it('when the code of the moment comes, then it signs once, and neither signs nor signs in again', async () => {
    const code = codeAt(factor.secret, now);
    expect((await sign(code)).status).toBe(303);
    expect(await types()).toContain('user.second-factor-used');
    await daybook.settled();
    const browser = daybook.browser();
    await browser.post('/-/sign-in').type('form').send({ name: 'bea', password: PASSWORD });
    expect((await browser.post('/-/sign-in/code').type('form').send({ code })).status).toBe(401);
  });
});
