// From permission to sealing and erasure.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { verify } from '@node-rs/argon2';
import { streams } from '#domain/stream-names.js';
import {
  ErasePerson,
  GrantRole,
  RecordSignIn,
  RegisterUser,
  RevokeRole,
  SetPassword,
} from '#domain/user/user-commands.js';
import { context, withPeople } from '../commands.js';
import { codesOf, writing, type Writing } from '../writing.js';

let here: Writing;
beforeEach(async () => {
  here = writing();
  await withPeople(here);
});

const PASSWORD = 'correct horse battery';
const register = (id: string, more: Partial<RegisterUser['data']> = {}, by = 'root') =>
  new RegisterUser({ id, name: 'Grace Hopper', context: context(by), ...more });
const types = async (id: string) => (await here.events(streams.user(id))).map(({ type }) => type);

describe('registering', () => {
  it('writes person, password and roles at once, and nothing that names the person readably', async () => {
    const roles = [{ application: 'purchasing', role: 'finance' }];
    await here.bus.execute(
      register('grace', { signInName: 'Grace', password: PASSWORD, roles, demo: true }, 'system'),
    );
    expect(await types('grace')).toEqual(['user.registered', 'user.password-set', 'user.role-granted']);
    const bytes = here.bytes();
    for (const secret of ['Hopper', PASSWORD, '$argon2id$']) expect(bytes).not.toContain(secret);
    const [registered, password] = await here.personalData.open(await here.events(streams.user('grace')));
    expect(registered!.data).toMatchObject({ name: 'Grace Hopper', signInName: 'grace', demo: true });
    const { hash } = password!.data as { hash: string };
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(hash, PASSWORD)).toBe(true);
  });

  it('refuses what is missing, weak, taken or not permitted', async () => {
    await here.bus.execute(register('grace', { signInName: 'Grace' }));
    const outcome = async (...how: Parameters<typeof register>) =>
      codesOf(here.bus.execute(register(...how)));
    expect(await outcome('x', { name: ' \u200b', signInName: '', password: 'short' })).toEqual([
      'REQUIRED',
      'REQUIRED',
      'WEAK_PASSWORD',
      'NOT_PERMITTED',
    ]);
    expect(await outcome('x', { signInName: ' GRACE ' })).toEqual(['SIGN_IN_NAME_TAKEN']);
    expect(await outcome('x', {}, 'ada')).toEqual(['NOT_PERMITTED']);
    expect(await outcome('x', {}, 'nobody')).toEqual(['NOT_SIGNED_IN']);
    expect(await outcome('x', { roles: [{ application: 'purchasing', role: 'king' }] })).toEqual([
      'BAD_REQUEST',
    ]);
    expect(await outcome('grace', { name: 'Somebody else' })).toEqual(['ALREADY_OPEN']);
    expect(await types('x')).toEqual([]);
  });

  it('refuses names that are not what they seem, and those that look like one that is taken', async () => {
    await here.bus.execute(register('mary', { signInName: 'mary' }));
    const outcome = async (...how: Parameters<typeof register>) =>
      codesOf(here.bus.execute(register(...how)));
    expect(await outcome('x', { signInName: 'rnary' })).toEqual(['SIGN_IN_NAME_TAKEN']);
    expect(await outcome('x', { name: 'Sуstem', signInName: 'a\u200bda' })).toEqual([
      'NAME_NOT_POSSIBLE',
      'NAME_NOT_POSSIBLE',
    ]);
    expect(await types('x')).toEqual([]);
    await here.bus.execute(
      new ErasePerson({ id: 'mary', reason: 'She asked for it', context: context('root') }),
    );
    await here.bus.execute(register('x', { signInName: 'rnary' }));
    expect(await outcome('y', { signInName: 'mary' })).toEqual(['SIGN_IN_NAME_TAKEN']);
  });

  it('takes what a log calls its people as it is, unless it hides something', async () => {
    await here.bus.execute(register('siebel', { name: 'System' }, 'system'));
    expect(await codesOf(here.bus.execute(register('x', { name: 'Ada\u202e' }, 'system')))).toEqual([
      'NAME_NOT_POSSIBLE',
    ]);
  });

  it('of the same person again is already so, and of the same name at once has one winner', async () => {
    await here.bus.execute(register('grace', { signInName: 'Grace' }));
    expect(await here.bus.execute(register('grace', { signInName: 'Grace' }))).toMatchObject({
      already: true,
      version: 1,
    });
    const racers = ['a', 'b', 'c', 'd'].map(async (id) =>
      here.bus.execute(register(id, { signInName: 'Racer' })),
    );
    const outcomes = await Promise.allSettled(racers);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('roles and passwords', () => {
  it('are given and taken away once', async () => {
    const role = { id: 'ada', application: 'purchasing', role: 'finance' };
    const give = async () => here.bus.execute(new GrantRole({ ...role, context: context('root') }));
    const take = async () => here.bus.execute(new RevokeRole({ ...role, context: context('root') }));
    expect((await give()).already).toBe(false);
    expect((await give()).already).toBe(true);
    expect((await take()).already).toBe(false);
    expect((await take()).already).toBe(true);
    expect(await codesOf(here.bus.execute(new GrantRole({ ...role, context: context('ada') })))).toEqual([
      'NOT_PERMITTED',
    ]);
  });

  it('one sets one’s own password, and nobody that of others', async () => {
    const set = (id: string, by: string, password = PASSWORD) =>
      new SetPassword({ id, password, context: context(by) });
    await here.bus.execute(set('ada', 'ada'));
    expect(await codesOf(here.bus.execute(set('ada', 'root')))).toEqual(['NOT_PERMITTED']);
    expect(await codesOf(here.bus.execute(set('ada', 'ada', 'passwordpassword')))).toEqual([
      'GUESSABLE_PASSWORD',
    ]);
    expect(await codesOf(here.bus.execute(set('bert', 'ada', 'short')))).toEqual([
      'NOT_PERMITTED',
      'WEAK_PASSWORD',
    ]);
    expect(await codesOf(here.bus.execute(set('nobody', 'system')))).toEqual(['NOT_FOUND']);
  });

  it('sign-ins are noted', async () => {
    await here.bus.execute(new RecordSignIn({ id: 'ada', by: 'password', context: context('ada') }));
    expect(await types('ada')).toEqual(['user.registered', 'user.signed-in']);
  });
});

describe('erasing', () => {
  const erase = (id: string, reason = 'She asked for it', by = 'root') =>
    new ErasePerson({ id, reason, context: context(by) });

  beforeEach(async () => {
    await here.bus.execute(register('grace', { signInName: 'Grace', password: PASSWORD }, 'system'));
  });

  it('destroys the key, leaves a certificate, and frees the sign-in name', async () => {
    await here.bus.execute(erase('grace'));
    const events = await here.personalData.open(await here.events(streams.user('grace')));
    expect(events[0]!.data).toMatchObject({ name: { erased: true }, signInName: { erased: true } });
    expect(events.at(-1)).toMatchObject({
      type: 'user.erased',
      data: { person: 'grace', keyFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
      metadata: { actor: 'root', reason: 'She asked for it' },
    });
    expect((await here.bus.execute(erase('grace'))).already).toBe(true);
    await here.bus.execute(register('other', { signInName: 'grace' }));
    expect(await codesOf(here.bus.execute(register('grace')))).toEqual(['ERASED']);
  });

  it('is finished by saying it again after a crash between key and certificate', async () => {
    await here.personalData.erase('grace');
    await here.bus.execute(erase('grace'));
    const certificate = (await here.events(streams.user('grace'))).at(-1)!;
    expect(certificate.data).toMatchObject({ keyFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('needs an admin and a reason, and touches nothing without', async () => {
    expect(await codesOf(here.bus.execute(erase('grace', '\u2003', 'ada')))).toEqual([
      'NOT_PERMITTED',
      'REASON_REQUIRED',
    ]);
    const [registered] = await here.personalData.open(await here.events(streams.user('grace')));
    expect(registered!.data).toMatchObject({ name: 'Grace Hopper' });
  });

  it('also reaches people who are no users, by their record', async () => {
    const id = '01930000-0000-7000-8000-00000000abcd';
    await here.personalData.seal(id, 'Vera Visitor');
    await here.bus.execute(erase(id));
    expect(await types(id)).toEqual(['user.erasure-begun', 'user.erased']);
  });

  it('refuses an id that nobody has, and certifies nothing', async () => {
    const id = '01930000-0000-7000-8000-00000000abce';
    expect(await codesOf(here.bus.execute(erase(id)))).toEqual(['NOT_FOUND']);
    expect(await types(id)).toEqual([]);
    expect((await here.personalData.findKeyStates([id])).size).toBe(0);
  });
});
