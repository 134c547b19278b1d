import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { ErasePerson, RegisterUser } from '#domain/user/user-commands.js';
import { inputIn, PEOPLE, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const PASSWORD = 'a sentence is fine';
const DAY = 24 * 3_600_000;
const SITE = 'https://daybook.example.org';

let now = Date.parse('2026-11-20T10:00:00.000Z');
const clock = () => new Date(now).toISOString();

const linkIn = (html: string) => /https?:\/\/[^\s<"]+\/-\/welcome\?token=[\w.-]+/.exec(html)?.[0];
const tokenIn = (html: string) => /welcome\?token=([\w.-]+)/.exec(html)![1]!;

let daybook: Daybook;
let admin: Browser;
let id: string;
let signInName: string;

beforeAll(async () => {
  daybook = await startDaybook({ clock });
});
afterAll(() => daybook.close());

beforeEach(async () => {
  admin = await daybook.as('admin');
  id = uuid();
  signInName = `mia.${id.slice(-6)}`;
  await daybook.send(
    new RegisterUser({ id, name: 'Mia', signInName, password: PASSWORD, context: system() }),
  );
  await daybook.settled();
});

const ask = async (commandId: string, of = id, by = admin) =>
  by.post(`/-/people/${of}/link`).type('form').send({ commandId });
const choose = async (token: string, password = 'another fine sentence') =>
  daybook.browser().post('/-/welcome').type('form').send({ token, password });
const signIn = async (password: string) =>
  (await daybook.browser().post('/-/sign-in').type('form').send({ name: signInName, password })).status;
const issued = async () =>
  (await daybook.installation.store.read(`user-${id}`)).events.filter(
    ({ type }) => type === 'user.link-issued',
  ).length;

describe('given a link for Mia', () => {
  let token: string;

  beforeEach(async () => {
    token = tokenIn((await ask('first-link')).text);
  });

  it('when somebody changes whose it is, its secret, or a character of it, then it opens nothing', async () => {
    const [, secret = ''] = token.split('.');
    const last = secret.endsWith('A') ? 'B' : 'A';
    const forged = [
      `${PEOPLE.clerk.id}.${secret}`,
      `${id}.${secret.slice(0, -1)}${last}`,
      `${id}.${secret}A`,
      `${id.toUpperCase()}.${secret}`,
      `user-${id}.${secret}`,
      `${id}.${'A'.repeat(43)}`,
    ];
    for (const other of forged) {
      expect([other, (await choose(other)).status]).toEqual([other, 410]);
      expect((await daybook.browser().get(`/-/welcome?token=${encodeURIComponent(other)}`)).status).toBe(410);
    }
    expect((await choose(token)).status).toBe(303);
  });

  it('when a day has gone by, then it opens nothing, and nothing is left of the old password', async () => {
    now += DAY - 1;
    expect((await daybook.browser().get(`/-/welcome?token=${token}`)).status).toBe(200);
    now += 1;
    expect((await choose(token)).status).toBe(410);
    expect(await signIn(PASSWORD)).toBe(401);
  });

  it('when it is used twice at the same moment, then one password is set', async () => {
    const answers = await Promise.all([choose(token), choose(token, 'a third fine sentence')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    await daybook.settled();
    const statuses = [await signIn('another fine sentence'), await signIn('a third fine sentence')];
    expect(statuses.sort()).toEqual([303, 401]);
  });

  it('when its person is erased, then it opens nothing', async () => {
    await daybook.send(new ErasePerson({ id, reason: 'They asked.', context: system() }));
    expect((await choose(token)).status).toBe(410);
    expect((await daybook.browser().get(`/-/welcome?token=${token}`)).status).toBe(410);
    expect((await ask('after-erasure')).status).toBe(410);
  });

  it('when the form is sent again, then the same link is shown, with the time it has left', async () => {
    const [first] = [await ask('form-sent-twice')];
    const shown = (html: string) => [linkIn(html), /<time[^>]*datetime="([^"]*)"/i.exec(html)?.[1]];
    now += 3_600_000;
    // The session ended meanwhile, as nothing was done in it.
    admin = await daybook.as('admin');
    expect(shown((await ask('form-sent-twice')).text)).toEqual(shown(first.text));
    expect(await issued()).toBe(2);
  });

  it('when the form is sent again after it was used, then no link is shown that opens nothing', async () => {
    expect((await choose(token)).status).toBe(303);
    const again = await ask('first-link');
    expect([again.status, again.headers['location']]).toEqual([303, `/-/people/${id}`]);
    expect(linkIn(again.text)).toBeUndefined();
    expect((await admin.get(`/-/people/${id}`)).text).toContain('That link was made before');
    expect(await issued()).toBe(1);
    expect(await signIn('another fine sentence')).toBe(303);
  });

  it('when another admin sends a form with the same command id, then theirs is another link', async () => {
    const other = uuid();
    const roles = [{ application: '-', role: 'admin' }];
    await daybook.send(new RegisterUser({ id: other, name: 'Otto', demo: true, roles, context: system() }));
    await daybook.settled();
    const otto = daybook.browser();
    await otto.post('/-/sign-in/demo').type('form').send({ person: other });
    expect((await choose(token)).status).toBe(303);
    const theirs = await ask('first-link', id, otto);
    expect(tokenIn(theirs.text)).not.toBe(token);
    expect((await choose(token)).status).toBe(410);
    expect((await choose(tokenIn(theirs.text))).status).toBe(303);
  });
});

describe('given a form by which somebody is registered', () => {
  const registering = async () => {
    const { text } = await admin.get('/-/people/new');
    const form = { id: inputIn(text, 'id')!, commandId: inputIn(text, 'commandId')! };
    return { ...form, name: 'Nora', signInName: `nora.${form.id.slice(-6)}` };
  };
  const register = async (form: object) => admin.post('/-/people/new').type('form').send(form);

  it('when it is sent again without its command id, then no link is shown that opens nothing', async () => {
    const { commandId, ...form } = await registering();
    const first = await register({ ...form, commandId });
    const again = await register(form);
    expect([again.status, again.headers['location']]).toEqual([303, `/-/people/${form.id}`]);
    expect((await choose(tokenIn(first.text))).status).toBe(303);
  });

  it('when it is sent again with another name, then it is refused, and sent once more it is somebody else', async () => {
    const form = await registering();
    await register(form);
    const other = { ...form, name: 'Nils', signInName: `nils.${form.id.slice(-6)}` };
    const refused = await register(other);
    expect(refused.status).toBe(422);
    const next = { id: inputIn(refused.text, 'id')!, commandId: inputIn(refused.text, 'commandId')! };
    expect(next.id).not.toBe(form.id);
    const made = await register({ ...other, ...next });
    expect([made.status, tokenIn(made.text).split('.')[0]]).toEqual([200, next.id]);
  });
});

describe('given forged headers', () => {
  const evil = 'evil.example';

  it.each([
    ['Host', { Host: evil }],
    ['X-Forwarded-Host', { 'X-Forwarded-Host': evil }],
    ['Forwarded', { Forwarded: `host=${evil};proto=https` }],
    ['all of them', { Host: evil, 'X-Forwarded-Host': evil, Forwarded: `host=${evil};proto=https` }],
  ])('when a link is made, then %s leads nobody away', async (_what, headers) => {
    const { text } = await admin
      .post(`/-/people/${id}/link`)
      .set(headers)
      .type('form')
      .send({ commandId: uuid() });
    expect(linkIn(text)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/-\/welcome/);
    expect(text).not.toContain(evil);
  });

  it('when they say that there was TLS, then a cookie from before it counts for nothing', async () => {
    const { status, text } = await admin
      .post(`/-/people/${id}/link`)
      .set({ Host: evil, 'X-Forwarded-Proto': 'https' })
      .type('form')
      .send({ commandId: uuid() });
    expect(status).toBe(401);
    expect(text).not.toContain('/-/welcome');
  });

  it('when a browser asks from behind a proxy, then the link leads to where that browser is', async () => {
    const { text } = await admin
      .post(`/-/people/${id}/link`)
      .set({ Host: 'inside:3000', Origin: SITE, 'Sec-Fetch-Site': 'same-origin' })
      .type('form')
      .send({ commandId: uuid() });
    expect(linkIn(text)).toMatch(new RegExp(`^${SITE}/-/welcome`));
  });

  it('when whoever runs it says where it is reached, then every link leads there', async () => {
    const named = await startDaybook({ on: { site: SITE } });
    try {
      const browser = await named.as('admin');
      await named.send(new RegisterUser({ id, name: 'Mia', signInName, context: system() }));
      await named.settled();
      for (const headers of [{ Host: evil }, { Origin: `http://${evil}`, 'Sec-Fetch-Site': 'same-origin' }]) {
        const sent = browser.post(`/-/people/${id}/link`).set(headers).type('form');
        const { text } = await sent.send({ commandId: uuid() });
        expect(linkIn(text)).toMatch(new RegExp(`^${SITE}/-/welcome`));
      }
    } finally {
      await named.close();
    }
  });
});
