// One signature of a person without a password for several records: an action, and erasing what is due.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { startForgingIssuer, type ForgingIssuer } from '#test/identity/providers/forging-issuer.js';
import { documentOf } from '#test/specification/documents.js';
import { SIGNING_COOKIE } from '#web/http/cookies.js';
import { decoded, hiddenIn, inputIn, startDaybook, system, type Browser, type Daybook } from '../daybook.js';
import { createWorkProvider, returnFromProvider, stateAtProvider } from './work-provider.js';

const DOCUMENT = documentOf({
  1: 'name: Spending\nkey: spending',
  3: 'entities:\n  Spend:\n    title: "{title}"\n    fields: { title: text, payee: { type: text, personal: record } }',
  4: `lifecycles:
  Spend:
    states: { waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      approve: { from: waiting, to: approved, reason: required, sign: I approve this spending }`,
  6: 'roles: { boss: { everyone: true } }\npermissions: { Spend: { erase: boss } }',
  9: 'limits: { retention: { Spend: { keep: PT0S, in: [waiting] } } }',
});
const DUE = '/spending/spends/retention';
const APPROVE = '/spending/spends/selection/actions/approve';
const UNCONFIRMED = 'Nothing is signed yet: it is not confirmed that it is you.';

let issuer: ForgingIssuer;
let daybook: Daybook;
let browser: Browser;
let subject: string;
let ids: readonly string[];

beforeAll(async () => {
  issuer = await startForgingIssuer();
  const on = {
    site: 'https://daybook.example.org',
    providers: [createWorkProvider(issuer)],
    passwords: false,
  };
  daybook = await startDaybook({ peopled: false, on });
  await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
  await daybook.settled();
});
afterAll(async () => {
  await daybook.close();
  await issuer.close();
});

const say = (claims: object = {}) => stateAtProvider(issuer, subject, claims);
beforeEach(async () => {
  subject = uuid();
  say();
  browser = daybook.browser();
  await returnFromProvider(browser, issuer);
  ids = [uuid(), uuid(), uuid()];
  for (const id of ids) {
    const input = { title: `Spend ${id.slice(-4)}`, payee: 'Ada' };
    const context = system();
    await daybook.send(new OpenRecord({ application: 'spending', entity: 'Spend', id, input, context }));
  }
  await daybook.settled();
});

/** Follows the link of a form. */
const confirm = async (html: string) =>
  confirmAt(decoded(/href="(\/-\/signing\?for=[^"]+)"/.exec(html)![1]!));
const confirmAt = async (href: string) => {
  say({ auth_time: Math.floor(Date.now() / 1000) });
  await returnFromProvider(browser, issuer, href);
};
/** By what those of a record were confirmed. */
const signaturesOf = async (id: string) => {
  const { events } = await daybook.installation.store.read(`spending.Spend-${id}`);
  return events.flatMap((event) => /"by":"([a-z]+)"/.exec(JSON.stringify(event))?.[1] ?? []);
};

describe('several records signed at once', () => {
  const page = async () =>
    (await browser.get(`${APPROVE}?${ids.map((id) => `by-record=${id}`).join('&')}`)).text;
  const send = async (html: string, given: object) =>
    browser
      .post(APPROVE)
      .type('form')
      .send({ ...hiddenIn(html), reason: 'Needed', ...given });

  it('count by one confirmation, each with its own signature', async () => {
    const html = await page();
    await confirm(html);
    const answer = await send(html, {});
    expect(answer.status).toBe(200);
    for (const id of ids) expect(await signaturesOf(id)).toEqual(['provider']);
  });

  it('are all refused as long as it is not confirmed, and count from the form that comes back', async () => {
    const answer = await send(await page(), {});
    expect([answer.status, answer.text.includes(UNCONFIRMED)]).toEqual([403, true]);
    for (const id of ids) expect(await signaturesOf(id)).toEqual([]);
    await confirm(answer.text);
    expect((await send(answer.text, {})).status).toBe(200);
    for (const id of ids) expect(await signaturesOf(id)).toHaveLength(1);
  });

  it('are refused by what was confirmed for a second factor', async () => {
    const _command = `second-factor-${uuid()}`;
    await confirmAt(`/-/signing?for=${_command}`);
    const answer = await send(await page(), { _command });
    expect([answer.status, answer.text.includes(UNCONFIRMED)]).toEqual([403, true]);
    for (const id of ids) expect(await signaturesOf(id)).toEqual([]);
  });

  it('count after a second confirmation where the first form was refused for something else', async () => {
    const html = await page();
    await confirm(html);
    const refused = await send(html, { reason: '' });
    expect([refused.status, refused.text.includes('Enter a reason')]).toEqual([422, true]);
    expect((await send(refused.text, {})).text).toContain(UNCONFIRMED);
    await confirm(refused.text);
    expect((await send(refused.text, {})).status).toBe(200);
    for (const id of ids) expect(await signaturesOf(id)).toHaveLength(1);
  });
});

describe('records that are due for erasure', () => {
  const send = async (html: string, chosen = ids) =>
    browser
      .post(DUE)
      .type('form')
      .send({
        ...hiddenIn(html),
        ...Object.fromEntries(chosen.map((id) => [`erase.${id}`, inputIn(html, `erase.${id}`)!])),
      });
  const isErased = async (id: string) =>
    (await daybook.installation.store.read(`spending.Spend-${id}`)).events.some(({ type }) =>
      type.includes('eras'),
    );

  it('are erased by one confirmation, each with its own signature', async () => {
    const html = (await browser.get(DUE)).text;
    await confirm(html);
    expect((await send(html)).status).toBe(303);
    for (const id of ids) expect(await signaturesOf(id)).toEqual(['provider']);
  });

  it('stay as long as it is not confirmed, and are erased by the form that was confirmed', async () => {
    const html = (await browser.get(DUE)).text;
    const answer = await send(html);
    expect([answer.status, answer.text.includes(UNCONFIRMED)]).toEqual([403, true]);
    for (const id of ids) expect(await isErased(id)).toBe(false);
    // Confirmed from the first form, which is still open in another tab.
    await confirm(html);
    expect((await send(answer.text)).status).toBe(303);
    for (const id of ids) expect(await isErased(id)).toBe(true);
  });

  it('are only those that were chosen when it was confirmed', async () => {
    const html = (await browser.get(DUE)).text;
    await confirm(html);
    expect((await send(html, ids.slice(0, 1))).status).toBe(303);
    await daybook.settled();
    expect((await send(html, ids.slice(1))).status).toBe(403);
    expect(await Promise.all(ids.map(isErased))).toEqual([true, false, false]);
  });

  it('stay where the cookie of a confirmation that was used is written differently', async () => {
    const html = (await browser.get(DUE)).text;
    await confirm(html);
    expect((await send(html, ids.slice(0, 1))).status).toBe(303);
    await daybook.settled();
    const at = { domain: '127.0.0.1', path: '/', secure: false, script: false };
    const cookie = browser.jar.getCookie(SIGNING_COOKIE, at)!;
    browser.jar.setCookie(`${SIGNING_COOKIE}=${cookie.value}~again`, '127.0.0.1', '/');
    expect((await send(html, ids.slice(1))).status).toBe(403);
    expect(await Promise.all(ids.map(isErased))).toEqual([true, false, false]);
  });
});
