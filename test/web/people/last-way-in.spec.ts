// What people can do who sign in by one way alone.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { digestIdentity } from '#command-handling/people/identities/claimed-identities.js';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { IssueLink, LinkIdentity, RegisterUser } from '#domain/user/user-commands.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { PERSONAL_DATA } from '#ports/storage-tokens.js';
import { createOneTimeLink } from '#identity/one-time-links.js';
import { documentOf } from '#test/specification/documents.js';
import { startForgingIssuer, type ForgingIssuer } from '#test/identity/providers/forging-issuer.js';
import { inputIn, startDaybook, system, type Browser, type Daybook } from '../daybook.js';
import { createWorkProvider, returnFromProvider, stateAtProvider } from './work-provider.js';

let issuer: ForgingIssuer;
let daybook: Daybook;

beforeAll(async () => {
  issuer = await startForgingIssuer();
  const on = {
    site: 'https://daybook.example.org',
    providers: [createWorkProvider(issuer)],
    passwords: false,
  };
  daybook = await startDaybook({ on });
  await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
  await daybook.settled();
});
afterAll(async () => {
  await daybook.close();
  await issuer.close();
});

const DOCUMENT = documentOf({
  1: 'name: Spending\nkey: spending',
  3: 'entities:\n  Spend:\n    title: Spending\n    fields: { title: text }',
  4: `lifecycles:
  Spend:
    states: { waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      approve: { from: waiting, to: approved, sign: I approve this spending }`,
});

/** Of a person whose password was set before passwords were switched off. */
const register = async () => {
  const [id, subject] = [uuid(), uuid()];
  const person = { id, name: 'Mia', signInName: `mia.${id.slice(-8)}`, password: 'a sentence is fine' };
  await daybook.send(new RegisterUser({ ...person, context: system() }));
  const personalData = daybook.app.get<PersonalData>(PERSONAL_DATA, { strict: false });
  const identity = digestIdentity({ personalData }, issuer.issuer, subject);
  const context = { actor: id, commandId: uuid() };
  await daybook.send(new LinkIdentity({ id, identity, issuer: issuer.issuer, subject, context }));
  await daybook.settled();
  return subject;
};
const signIn = async (sub: string): Promise<Browser> => {
  stateAtProvider(issuer, sub);
  const browser = daybook.browser();
  await returnFromProvider(browser, issuer);
  return browser;
};

describe('an account whose one provider is the last way in', () => {
  it.each([
    ['has a password, which signs nobody in', register],
    ['has none', async () => uuid()],
  ])('is not unlinked where its person %s', async (_, makeSubject) => {
    const browser = await signIn(await makeSubject());
    const { text } = await browser.get('/-/account');
    const form = { identity: inputIn(text, 'identity'), commandId: uuid() };
    const answer = await browser.post('/-/account/identities').type('form').send(form);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('You would not get in again: link another account first');
    expect((await browser.get('/-/account')).status).toBe(200);
  });
});

describe('a person who came by a one-time link, and has neither password nor provider', () => {
  it('is not led to a provider to sign, but told to link an account there first', async () => {
    const [id, record] = [uuid(), uuid()];
    const person = { id, name: 'Otto', signInName: `otto.${id.slice(-8)}` };
    await daybook.send(new RegisterUser({ ...person, context: system() }));
    const { link, token } = createOneTimeLink(id, 'x'.repeat(43), Date.now());
    await daybook.send(new IssueLink({ id, link, context: system() }));
    const input = { title: 'A microscope' };
    const opened = { application: 'spending', entity: 'Spend', id: record, input, context: system() };
    await daybook.send(new OpenRecord(opened));
    await daybook.settled();
    const browser = daybook.browser();
    await browser.post('/-/welcome').type('form').send({ token }).expect(303);
    const { text } = await browser.get(`/spending/spends/${record}/actions/approve`);
    expect(text).toContain('no account at a provider is linked to yours. Link one on the page');
    expect(text).not.toMatch(/-\/signing\?for=|class="btn btn-primary" type="submit"/);
  });
});
