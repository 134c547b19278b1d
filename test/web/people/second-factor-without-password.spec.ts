// The own second factor of people who have no password, only an account at a provider.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { startForgingIssuer, type ForgingIssuer } from '#test/identity/providers/forging-issuer.js';
import { decoded, inputIn, startDaybook, type Browser, type Daybook } from '../daybook.js';
import { createWorkProvider, returnFromProvider, stateAtProvider } from './work-provider.js';
import { codeAt, recoveryCodesIn, secretIn } from './second-factor.js';

const PAGE = '/-/account/second-factor';
const UNCONFIRMED = 'Nothing is changed yet';

let issuer: ForgingIssuer;
let daybook: Daybook;
let browser: Browser;
let subject: string;
let now = Date.now();

beforeAll(async () => {
  issuer = await startForgingIssuer();
  const on = { site: 'https://daybook.example.org', providers: [createWorkProvider(issuer)] };
  daybook = await startDaybook({ on, clock: () => new Date(now).toISOString() });
});
afterAll(async () => {
  await daybook.close();
  await issuer.close();
});

const say = (claims: object = {}) => stateAtProvider(issuer, subject, claims);
const signIn = async (): Promise<Browser> => {
  say();
  const agent = daybook.browser();
  await returnFromProvider(agent, issuer);
  return agent;
};
beforeEach(async () => {
  now = Date.now();
  subject = uuid();
  browser = await signIn();
});

const hrefIn = (html: string) => decoded(/href="(\/-\/signing\?for=[^"]+)"/.exec(html)![1]!);
const confirm = async (href: string) => {
  say({ auth_time: Math.floor(now / 1000) });
  await returnFromProvider(browser, issuer, href);
};
const send = async (
  html: string,
  { code = codeAt(secretIn(html), now), commandId = inputIn(html, 'commandId') } = {},
) =>
  browser
    .post(PAGE)
    .type('form')
    .send({ setUp: inputIn(html, 'setUp'), commandId, code });

describe('a second factor of a person without a password', () => {
  it('is set up, and turned off, by a confirmation at the provider', async () => {
    expect((await browser.get('/-/account')).text).toContain('Off: your provider alone signs you in.');
    const html = (await browser.get(PAGE)).text;
    expect(html).not.toContain('type="password"');
    await confirm(hrefIn(html));
    const done = await send(html);
    expect([done.status, recoveryCodesIn(done.text).length]).toEqual([200, 10]);

    const turnOff = async (text: string, code: string) =>
      browser
        .post(`${PAGE}/off`)
        .type('form')
        .send({ commandId: inputIn(text, 'commandId'), code });
    const { text } = await browser.get(PAGE);
    const [first, second] = recoveryCodesIn(done.text) as [string, string];
    expect((await turnOff(html, first)).text).toContain(UNCONFIRMED);
    const refused = await turnOff(text, first);
    expect([refused.status, refused.text.includes(UNCONFIRMED)]).toEqual([400, true]);
    await confirm(hrefIn(refused.text));
    // A wrong code costs no second confirmation.
    expect((await turnOff(refused.text, 'AAAA-AAAA-AAAA')).text).toContain('The code is wrong');
    expect((await turnOff(refused.text, second)).headers['location']).toBe('/-/sign-in');
    expect((await (await signIn()).get(PAGE)).text).toContain('second-factor-secret');
  });

  it('is not set up without one, nor by one for a record, for another form, or of before', async () => {
    const html = (await browser.get(PAGE)).text;
    const unconfirmed = await send(html);
    expect([unconfirmed.status, unconfirmed.text.includes(UNCONFIRMED)]).toEqual([400, true]);
    const ofRecord = uuid();
    await confirm(`/-/signing?for=${ofRecord}`);
    expect((await send(html, { commandId: ofRecord })).text).toContain(UNCONFIRMED);
    await confirm(hrefIn((await browser.get(PAGE)).text));
    expect((await send(html)).text).toContain(UNCONFIRMED);
    await confirm(hrefIn(html));
    now += 6 * 60_000;
    expect((await send(html)).text).toContain(UNCONFIRMED);
  });
});
