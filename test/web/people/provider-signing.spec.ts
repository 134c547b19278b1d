// Signing by people who have no password, only an account at a provider.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { SetPassword, SetUpSecondFactor } from '#domain/user/user-commands.js';
import { createTotpSecret } from '#identity/second-factor/totp.js';
import { startForgingIssuer, type ForgingIssuer } from '#test/identity/providers/forging-issuer.js';
import { documentOf } from '#test/specification/documents.js';
import { codeAt } from './second-factor.js';
import { decoded, hiddenIn, startDaybook, system, type Browser, type Daybook } from '../daybook.js';
import { WORK_PATH, createWorkProvider, returnFromProvider, stateAtProvider } from './work-provider.js';

const DOCUMENT = documentOf({
  1: 'name: Spending\nkey: spending',
  3: 'entities:\n  Spend:\n    title: Spending\n    fields: { title: text }',
  4: `lifecycles:
  Spend:
    states: { waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      approve: { from: waiting, to: approved, reason: optional, sign: I approve this spending }`,
});
const UNCONFIRMED = 'Nothing is signed yet: it is not confirmed that it is you.';

let issuer: ForgingIssuer;
let daybook: Daybook;
let browser: Browser;
let subject: string;
let action: string;
/** Milliseconds that the clock of Daybook is ahead. */
let later = 0;

beforeAll(async () => {
  issuer = await startForgingIssuer();
  daybook = await startDaybook({
    peopled: false,
    clock: () => new Date(Date.now() + later).toISOString(),
    on: { site: 'https://daybook.example.org', providers: [createWorkProvider(issuer)], passwords: false },
  });
  await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
  await daybook.settled();
});
afterAll(async () => {
  await daybook.close();
  await issuer.close();
});

beforeEach(async () => {
  later = 0;
  subject = uuid();
  browser = await signIn(subject);
  action = await open();
});

const say = (sub: string, claims: object = {}) => stateAtProvider(issuer, sub, claims);
const signIn = async (sub: string): Promise<Browser> => {
  say(sub);
  const agent = daybook.browser();
  await returnFromProvider(agent, issuer);
  return agent;
};
/** The address where the record is approved. */
const open = async (): Promise<string> => {
  const form = await browser.get('/spending/spends/new');
  const opened = await browser
    .post('/spending/spends/new')
    .type('form')
    .send({ ...hiddenIn(form.text), title: 'A microscope' });
  await daybook.settled();
  return `${String(opened.headers['location']).split('?')[0]}/actions/approve`;
};

const now = () => Math.floor(Date.now() / 1000);
interface Confirmation {
  readonly by?: Browser;
  readonly sub?: string;
  readonly auth_time?: number | undefined;
}
/** Follows the link of a form. */
const confirm = async (html: string, { by = browser, sub = subject, ...claims }: Confirmation = {}) => {
  const href = decoded(/href="(\/-\/signing\?for=[^"]+)"/.exec(html)![1]!);
  const begun = await by.get(href);
  const asked = new URL(String(begun.headers['location']));
  say(sub, { auth_time: now() + later / 1000, ...claims });
  const { code, state } = issuer.authorize(asked.href);
  return { asked, answer: await by.get(`${WORK_PATH}/callback?code=${code}&state=${state}`) };
};
const send = async (html: string, given: object = {}, by = browser, to = action) =>
  by
    .post(to)
    .type('form')
    .send({ ...hiddenIn(html), reason: 'It is needed', ...given });
const form = async (of = action) => (await browser.get(of)).text;
const signed = async (of = action) => {
  await daybook.settled();
  return (await browser.get(of.replace('/actions/approve', ''))).text.includes('I approve this spending');
};

describe('a signature of a person without a password', () => {
  it('asks for no password, but leads to the provider, which is to ask again', async () => {
    const html = await form();
    expect([html.includes('type="password"'), html.includes('target="_blank"')]).toEqual([false, true]);
    const { asked, answer } = await confirm(html);
    expect([asked.searchParams.get('prompt'), asked.searchParams.get('max_age')]).toEqual(['login', '0']);
    expect(answer.headers['location']).toBe('/-/signing/confirmed');
    expect((await browser.get('/-/signing/confirmed')).text).toContain('go back to the form');
    expect(await signed()).toBe(false);
  });

  it('counts once it is confirmed, and says by what', async () => {
    const html = await form();
    await confirm(html);
    expect((await send(html)).status).toBe(303);
    expect(await signed()).toBe(true);
    const id = /spends\/([0-9a-f-]{36})/.exec(action)![1]!;
    const { events } = await daybook.installation.store.read(`spending.Spend-${id}`);
    expect(JSON.stringify(events)).toContain('"by":"provider"');
  });

  it('that is not confirmed yet is refused, keeps what was typed, and counts after all', async () => {
    const answer = await send(await form());
    expect([answer.status, answer.text.includes(UNCONFIRMED)]).toEqual([403, true]);
    expect(answer.text).toContain('It is needed');
    await confirm(answer.text);
    expect((await send(answer.text)).status).toBe(303);
    expect(await signed()).toBe(true);
  });
});

describe('a signature of a person whose password was set before passwords were switched off', () => {
  it('is confirmed at the provider as well', async () => {
    const id = /data-person="([^"]+)"/.exec((await browser.get('/-/account')).text)![1]!;
    const context = { actor: id, commandId: uuid() };
    await daybook.send(new SetPassword({ id, password: 'never used again', context }));
    await daybook.settled();
    browser = await signIn(subject);
    const html = await form();
    expect(html.includes('type="password"')).toBe(false);
    await confirm(html);
    expect((await send(html)).status).toBe(303);
    expect(await signed()).toBe(true);
  });
});

describe('a signature of a person who also has a second factor', () => {
  it('takes a code besides, and a wrong one costs no second confirmation', async () => {
    const secret = createTotpSecret();
    const recoveryCodes = Array.from({ length: 10 }, () => uuid());
    const id = /data-person="([^"]+)"/.exec((await browser.get('/-/account')).text)![1]!;
    const { events } = await daybook.installation.store.read(`user-${id}`);
    const except = events.find(({ type }) => type === 'user.signed-in')!.version;
    const context = { actor: id, commandId: uuid() };
    const factor = { secret, recoveryCodes, step: 0, baseVersion: 0, except };
    await daybook.send(new SetUpSecondFactor({ id, ...factor, context }));
    await daybook.settled();
    const html = await form();
    await confirm(html);
    const wrong = await send(html, { _code: '000000' });
    expect([wrong.status, wrong.text.includes('code is wrong')]).toEqual([403, true]);
    later = 60_000;
    expect((await send(html, { _code: codeAt(secret, Date.now() + later) })).status).toBe(303);
    expect(await signed()).toBe(true);
  });
});

describe('a confirmation', () => {
  it('is for one form: no other record is signed by it, and no other content', async () => {
    const html = await form();
    await confirm(html);
    const other = await open();
    expect((await send(await form(other), {}, browser, other)).status).toBe(403);
    expect(await signed(other)).toBe(false);
    expect((await send(html, { _shown: 'x' })).status).not.toBe(303);
    expect((await send(html, { reason: 'Another' })).status).toBe(403);
    expect(await signed()).toBe(false);
  });

  it('ends after five minutes', async () => {
    const html = await form();
    await confirm(html);
    later = 6 * 60_000;
    expect((await send(html)).status).toBe(403);
  });

  it.each<[string, Confirmation]>([
    ['did not ask again', { auth_time: now() - 3_600 }],
    ['does not say whether it asked', { auth_time: undefined }],
  ])('does not count where the provider %s', async (_, claims) => {
    const html = await form();
    expect((await confirm(html, claims)).answer.status).toBe(403);
    expect((await send(html)).status).toBe(403);
  });

  it('with the account of another is refused and written down, and the third ends the session', async () => {
    const html = await form();
    const { answer } = await confirm(html, { sub: uuid() });
    expect([answer.status, answer.text.includes('is not linked to yours')]).toEqual([403, true]);
    expect((await send(html)).status).toBe(403);
    later = 60_000;
    await confirm(html, { sub: uuid() });
    later = 3 * 60_000;
    await confirm(html, { sub: uuid() });
    await daybook.settled();
    expect((await browser.get('/-/account')).status).toBe(303);
  });

  it('is worth nothing in another session, and to another person', async () => {
    const html = await form();
    const { answer } = await confirm(html);
    const cookie = ([] as string[])
      .concat(answer.headers['set-cookie'] ?? [])
      .find((each) => each.includes('daybook-signing='))!
      .split(';')[0]!;
    for (const sub of [subject, uuid()]) {
      const other = await signIn(sub);
      other.jar.setCookie(cookie, '127.0.0.1', '/');
      const refused = await send(html, {}, other);
      expect(refused.status).not.toBe(303);
    }
    expect(await signed()).toBe(false);
  });

  it('cannot be begun without a session, nor finished in that of another', async () => {
    expect((await daybook.browser().get('/-/signing?for=00000000')).status).toBe(303);
    const href = decoded(/href="(\/-\/signing\?for=[^"]+)"/.exec(await form())![1]!);
    const begun = await browser.get(href);
    say(subject, { auth_time: now() });
    const { code, state } = issuer.authorize(String(begun.headers['location']));
    const other = await signIn(uuid());
    expect((await other.get(`${WORK_PATH}/callback?code=${code}&state=${state}`)).status).toBe(410);
  });
});

describe('a program', () => {
  it('cannot sign for such a person', async () => {
    const id = /spends\/([0-9a-f-]{36})/.exec(action)![1]!;
    const answer = await browser
      .post(`/api/spending/Spend/${id}/actions/approve`)
      .set('If-Match', '"1"')
      .send({ signature: { name: 'x', password: 'y' } });
    expect([answer.status, answer.body.code]).toEqual([409, 'SIGNER_WITHOUT_PASSWORD']);
  });
});
