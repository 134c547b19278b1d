import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { startDaybook, system, type Daybook } from '#test/web/daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Grants\nkey: grants',
  3: `entities:
  Grant:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      purpose: text
      rates: { type: integer }
      decider: { type: user }
      applicant: { type: user, default: user }`,
  4: `lifecycles:
  Grant:
    states: { draft: Draft, waiting: Waiting, granted: { title: Granted, final: true }, paying: Paying, paid: { title: Paid, final: true }, declined: { title: Declined, final: true } }
    actions:
      submit: { from: draft, to: waiting, guard: record.applicant == user.id }
      pay: { from: draft, to: paying, by: [staff], guard: record.applicant == user.id && record.purpose == "Rates" }
      close: { title: All paid, from: paying, to: paid, by: [staff], guard: record.applicant == user.id && record.rates == 0 }
      grant: { from: waiting, to: granted, by: [judge, chair], guard: record.decider == user.id }
      decline: { from: waiting, to: declined, by: [judge, chair], reason: required }`,
  5: 'rules: { R1: { on: Grant, in: [waiting], check: record.purpose != null, error: NO_PURPOSE, fields: [purpose] } }',
  6: `roles: { staff: { title: Staff, everyone: true }, judge: Judge, chair: Chair }
permissions:
  Grant:
    read: [staff]
    fields: { decider: { read: { judge: true, staff: record.state == 'draft' }, edit: [staff] } }`,
  8: 'errors: { NO_PURPOSE: { message: It does not say what for., remedy: Say what it is for. One sentence is enough. } }',
});

const PASSWORD = 'a sentence is fine';
const person = (name: string, role?: string) => ({ id: uuid(), name, signInName: name.toLowerCase(), role });
const [ann, ida, ivo, carl] = [
  person('Ann'),
  person('Ida', 'judge'),
  person('Ivo', 'judge'),
  person('Carl', 'chair'),
] as const;
type Person = typeof ann;

describe('next step of a record', () => {
  let daybook: Daybook;

  const call = (method: 'post' | 'get' | 'patch', who: Person, path: string) =>
    daybook.browser()[method](`/api/grants/Grant${path}`).auth(who.signInName, PASSWORD);
  const opened = async (fields: object) => {
    const answer = await call('post', ann, '').send({ fields: { title: 'A loom', ...fields } });
    expect(answer.status).toBe(201);
    return (answer.body as { id: string }).id;
  };
  const submitted = async (fields: object) => {
    const id = await opened({ purpose: 'Weaving', ...fields });
    const answer = await call('post', ann, `/${id}/actions/submit`).set('If-Match', '"1"').send({});
    expect(answer.status).toBe(200);
    await daybook.settled();
    return id;
  };
  const lineFor = async ({ signInName }: Person, id: string) => {
    const browser = daybook.browser();
    await browser.post('/-/sign-in').type('form').send({ name: signInName, password: PASSWORD });
    const { text, status } = await browser.get(`/grants/grants/${id}`);
    expect(status).toBe(200);
    const line = parse(text).querySelector('.db-next-step');
    const links = line?.querySelectorAll('a').map((link) => link.getAttribute('href')) ?? [];
    return { text: line?.textContent, links };
  };

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const { role, ...each } of [ann, ida, ivo, carl]) {
      const roles = role === undefined ? [] : [{ application: 'grants', role }];
      await daybook.send(new RegisterUser({ ...each, password: PASSWORD, roles, context: system() }));
    }
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  it('names what a draft lacks, with a link to its field in the form', async () => {
    const id = await opened({});
    await daybook.settled();
    expect(await lineFor(ann, id)).toEqual({
      text: 'Draft. Next: “Submit”. Still to do: say what it is for',
      links: [`/grants/grants/${id}/edit#f-purpose`],
    });
  });

  it('names the action that the viewer can take', async () => {
    const id = await opened({ purpose: 'Weaving' });
    await daybook.settled();
    expect(await lineFor(ann, id)).toEqual({ text: 'Draft. Next: Submit', links: ['#do-submit'] });
  });

  it('names the person of whom a draft is, where the record shows who that is', async () => {
    const id = await opened({ purpose: 'Weaving' });
    await daybook.settled();
    expect((await lineFor(ida, id)).text).toBe('Waiting for Ann');
  });

  it('says what has to hold where nobody can take the next action as the record is', async () => {
    const id = await opened({ purpose: 'Rates', rates: 2 });
    const answer = await call('post', ann, `/${id}/actions/pay`).set('If-Match', '"1"').send({});
    expect(answer.status).toBe(200);
    await daybook.settled();
    expect((await lineFor(ann, id)).text).toBe(
      'Paying. Next: “All paid”. This is possible only if Rates is 0.',
    );
    expect((await lineFor(ida, id)).text).toBe(
      'Paying. Next: “All paid”. This is possible only if you are the person under “Applicant” and Rates is 0.',
    );
  });

  it('names who decides to colleagues, and the roles to others', async () => {
    const id = await submitted({ decider: ida.id });
    expect((await lineFor(ida, id)).text).toBe('Waiting for you. Next: Grant');
    expect((await lineFor(ivo, id)).text).toBe('Waiting for Ida');
    expect((await lineFor(ann, id)).text).toBe('Waiting for Judge or Chair');
  });

  it('says the same to a colleague from whom the field is hidden that decides who it is, whoever that is', async () => {
    const [one, other] = [await submitted({ decider: ida.id }), await submitted({ decider: ivo.id })];
    expect((await lineFor(carl, one)).text).toBe('Waiting for Judge or Chair');
    expect((await lineFor(carl, other)).text).toBe('Waiting for Judge or Chair');
  });
});
