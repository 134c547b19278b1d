// Beside a running server.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { RegisterUser } from '#domain/user/user-commands.js';
import { newFolder, startDaybook, system, type Browser, type Daybook } from '../web/daybook.js';
import { daybook as command, done } from './daybook-command.js';

const [OLD, NEW] = ['a sentence is fine', 'another fine sentence'];

describe('given the only admin, who forgot the password', () => {
  const id = uuid();
  let data: string;
  let serving: Daybook;
  let admin: Browser;

  beforeAll(async () => {
    data = newFolder();
    serving = await startDaybook({ folder: data, peopled: false, demo: false });
    const roles = [{ application: '-', role: 'admin' }];
    const ada = { id, name: 'Ada', signInName: 'ada', password: OLD, roles, context: system() };
    await serving.send(new RegisterUser(ada));
    await serving.settled();
    admin = serving.browser();
    await signIn(admin, OLD);
  });
  afterAll(async () => {
    await serving.close();
    rmSync(data, { recursive: true });
  });

  const signIn = async (browser: Browser, password: string) =>
    (await browser.post('/-/sign-in').type('form').send({ name: 'ada', password })).status;

  it('when whoever runs it makes a link, then it leads to the named address, chooses a password once, and is in the log', async () => {
    const environment = { DAYBOOK_URL: 'https://daybook.example.org' };
    const out = await done(['link', 'ADA'], { data, environment });
    const [, path, token] = /^ {2}https:\/\/daybook\.example\.org(\/-\/welcome\?token=(\S+))$/m.exec(out)!;
    await serving.settled();
    expect((await admin.get('/')).status).toBe(303);
    expect((await serving.browser().get(path!)).text).toContain('Ada');
    const choose = async () =>
      (await serving.browser().post('/-/welcome').type('form').send({ token, password: NEW })).status;
    expect([await choose(), await choose()]).toEqual([303, 410]);
    expect([await signIn(serving.browser(), OLD), await signIn(admin, NEW)]).toEqual([401, 303]);
    const { events } = await serving.installation.store.read(`user-${id}`);
    const [issued] = events.filter(({ type }) => type === 'user.link-issued');
    expect(issued).toMatchObject({ metadata: { actor: 'system' } });
    expect(JSON.stringify(events)).not.toContain(token!.split('.')[1]);
    expect((await admin.get(`/-/people/${id}`)).text).toContain('made a one-time link');
  });

  it('when passwords are off, then it says that the link signs in', async () => {
    const DAYBOOK_OIDC = join(data, 'providers.json');
    const client = { clientId: 'daybook', clientSecret: 'secret', issuer: 'https://login.example.org' };
    writeFileSync(DAYBOOK_OIDC, JSON.stringify([{ key: 'work', title: 'Example Ltd', ...client }]));
    const environment = { DAYBOOK_URL: 'https://daybook.example.org', DAYBOOK_PASSWORDS: '0', DAYBOOK_OIDC };
    const out = await done(['link', 'ada'], { data, environment });
    expect(out).toContain('Whoever opens this link is signed in as ada, once, until');
    expect(out).not.toContain('password');
  });

  it('when nobody is called so, then it says what would be right', async () => {
    const { code, out, err } = await command(['link', 'bert'], { data });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^daybook: nobody signs in as “bert”\. Give the sign-in name or the id/);
    const stranger = await command(['link', uuid()], { data });
    expect([stranger.code, stranger.err]).toEqual([1, expect.stringContaining('daybook: ')]);
  });
});
