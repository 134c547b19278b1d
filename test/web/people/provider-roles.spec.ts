import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { startForgingIssuer, type ForgingIssuer } from '#test/identity/providers/forging-issuer.js';
import { inputIn, startDaybook, type Browser, type Daybook } from '../daybook.js';

const PATH = '/-/sign-in/oidc/work';

let issuer: ForgingIssuer;
let daybook: Daybook;
let admin: Browser;
let subject: string;
let name: string;

beforeAll(async () => {
  issuer = await startForgingIssuer();
  const provider = {
    key: 'work',
    title: 'Example Ltd',
    issuer: issuer.issuer,
    clientId: 'daybook',
    clientSecret: 'secret',
    scopes: ['openid'],
    groupsClaim: 'realm.groups',
    nameClaim: 'name',
    registers: true,
  };
  daybook = await startDaybook({ on: { site: 'https://daybook.example.org', providers: [provider] } });
  admin = await daybook.as('admin');
});
afterAll(async () => {
  await daybook.close();
  await issuer.close();
});
beforeEach(() => {
  subject = uuid();
  name = `Nora ${subject.slice(-8)}`;
});

const signIn = async (claims: object) => {
  issuer.wish = { claims: { sub: subject, name, ...claims } };
  issuer.userInfo = { sub: subject };
  const browser = daybook.browser();
  const begun = await browser.get(PATH);
  const { code, state } = issuer.authorize(String(begun.headers['location']));
  await browser.get(`${PATH}/callback?code=${code}&state=${state}`).expect(303);
  return browser;
};
const withGroups = async (...groups: readonly string[]) => signIn({ realm: { groups } });

const row = (group: string, role = 'orders clerk') => ({
  'row.0.provider': 'work',
  'row.0.group': group,
  'row.0.role': role,
});
const post = async (path: string, body: object, by = admin) => by.post(path).type('form').send(body);
const tried = async (table: object, on: object = {}) => {
  const base = inputIn((await admin.get('/-/provider-roles')).text, 'base');
  const { text } = await post('/-/provider-roles/try', { ...table, ...on, base });
  return { text, form: { ...table, base, tried: inputIn(text, 'tried'), commandId: uuid() } };
};
const save = async (table: object) => post('/-/provider-roles', (await tried(table)).form);
/** Any role: those of a test have a name of their own. */
const holdsRole = async () => {
  await daybook.settled();
  return (await admin.get('/-/roles')).text.includes(name);
};

describe('the table of roles by groups', () => {
  it('gives roles at the next sign-in, and takes them when the group is gone', async () => {
    await withGroups('clerks');
    expect(await holdsRole()).toBe(false);
    expect((await save(row('clerks'))).status).toBe(303);
    await withGroups('clerks', 'others');
    expect(await holdsRole()).toBe(true);
    await withGroups('others');
    expect(await holdsRole()).toBe(false);
  });

  it('leaves roles as they are where the provider says that it left the groups out', async () => {
    await save(row('clerks'));
    await withGroups('clerks');
    await signIn({ _claim_names: { 'realm.groups': 'src1' } });
    expect(await holdsRole()).toBe(true);
    await signIn({});
    expect(await holdsRole()).toBe(false);
  });

  it('shows on a person what the next sign-in would change, and changes nothing', async () => {
    await save(row('clerks'));
    await withGroups('clerks', 'chiefs');
    const { text } = await tried(row('chiefs', 'orders boss'), { person: name });
    expect(text).toMatch(/Would get: [^<]*Boss/i);
    expect(text).toMatch(/Would lose: [^<]*Clerk/i);
    expect(await holdsRole()).toBe(true);
  });

  it('says that groups are not known before the provider has stated some', async () => {
    await signIn({});
    const { text } = await tried(row('clerks'), { person: name });
    expect(text).toContain('Groups: not known yet.');
  });

  it('shows on typed groups what they would give', async () => {
    const on = { provider: 'work', groups: 'nothing\r\nchiefs\r\n' };
    expect((await tried(row('chiefs', '- auditor'), on)).text).toContain('Would get: Auditor');
    expect((await tried(row('chiefs', '- auditor'), { ...on, groups: 'Chiefs' })).text).toContain(
      'Nothing would change.',
    );
  });

  it('is saved only as it was tried, and by who tried it', async () => {
    const { form } = await tried(row('clerks'));
    expect((await post('/-/provider-roles', { ...form, ...row('others') })).status).toBe(400);
    expect((await post('/-/provider-roles', { ...form, tried: '' })).status).toBe(400);
    expect((await admin.get('/-/provider-roles')).text).not.toContain('value="others"');
  });

  it('is not saved over the change of another admin, nor with a role that does not exist', async () => {
    const { form } = await tried(row('late'));
    await save(row(`group-${uuid()}`));
    expect((await post('/-/provider-roles', form)).status).toBe(409);
    expect((await save(row('clerks', 'orders king'))).status).toBe(400);
  });

  it('is for admins, who find it beside the people', async () => {
    const clerk = await daybook.as('clerk');
    expect((await clerk.get('/-/provider-roles')).status).toBe(403);
    expect((await post('/-/provider-roles', row('clerks'), clerk)).status).toBe(403);
    expect((await admin.get('/-/people')).text).toContain('href="/-/provider-roles"');
  });
});
