import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { RegisterUser } from '#domain/user/user-commands.js';
import { FirstAdmin } from '#identity/first-admin.js';
import { startDaybook, system, type Daybook } from '../daybook.js';

const ADA = { name: 'Ada', signInName: 'ada', password: 'a sentence is fine' };

describe('the link of the first start', () => {
  let daybook: Daybook;
  let link: string;
  let token: string;

  beforeEach(async () => {
    daybook = await startDaybook({ peopled: false, demo: false });
    link = (await daybook.app.get(FirstAdmin).link())!;
    token = new URL(link, 'http://daybook').searchParams.get('token')!;
  });

  afterEach(async () => daybook.close());

  const become = async (said: object = {}) =>
    daybook
      .browser()
      .post('/-/welcome')
      .type('form')
      .send({ token, ...ADA, ...said });

  const register = async (person: Omit<RegisterUser['data'], 'id' | 'context'>) => {
    await daybook.send(new RegisterUser({ id: uuid(), ...person, context: system() }));
    await daybook.settled();
  };

  it('makes the first admin, who can sign in then', async () => {
    expect((await daybook.browser().get(link)).text).toContain('first admin');
    const made = await become();
    expect([made.status, made.headers['location']]).toEqual([303, '/-/sign-in']);
    await daybook.settled();
    const browser = daybook.browser();
    const answer = await browser
      .post('/-/sign-in')
      .type('form')
      .send({ ...ADA, name: 'ADA' });
    expect(answer.status).toBe(303);
    expect((await browser.get('/-/people/new')).status).toBe(200);
  });

  it('works once', async () => {
    await become();
    const again = await daybook.browser().get(link);
    expect(again.text).toContain('This link is used up, or too old');
    expect(again.text).toContain('Ask an admin for another one');
    expect((await become({ signInName: 'eve' })).status).toBe(410);
    expect((await daybook.browser().get(link)).status).toBe(410);
    expect(await daybook.app.get(FirstAdmin).link()).toBeUndefined();
  });

  it('makes one admin, not two, where two come at once', async () => {
    const both = await Promise.all([become(), become({ signInName: 'eve' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 410]);
  });

  it('is refused as used up with another token', async () => {
    for (const other of ['', 'x', `${token}x`, token.slice(1)]) {
      expect((await become({ token: other })).status).toBe(410);
      expect((await daybook.browser().get(`/-/welcome?token=${other}`)).status).toBe(410);
    }
  });

  it('still works after people came with an import or with the examples', async () => {
    await register({ name: 'Resource 21', fromLog: true });
    await register({ name: 'Jonas Weber', signInName: 'jonas', demo: true });
    expect((await daybook.browser().get(link)).status).toBe(200);
    expect(await daybook.app.get(FirstAdmin).link()).toBe(link);
    expect((await become()).status).toBe(303);
  });

  it('is another one once somebody was registered who might sign in, admin or not', async () => {
    await register({ name: 'Eve', signInName: 'eve' });
    expect((await daybook.browser().get(link)).status).toBe(410);
    expect(await daybook.app.get(FirstAdmin).link()).not.toBe(link);
  });

  it('says what is wrong with name or password, keeps what was typed, and works again', async () => {
    const refused = await become({ password: 'short' });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/id="problems"[^]*<a href="#f-password">[^<]*too short/);
    expect(refused.text).toContain('value="ada"');
    expect(refused.text).not.toContain('value="short"');
    expect((await become()).status).toBe(303);
  });
});
