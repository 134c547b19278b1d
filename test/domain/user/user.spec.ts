// People: every command, what it decides and what it does not decide twice.
import { describe, expect, it } from '@jest/globals';
import { ERASED } from '../../../src/specification/value.js';
import { happening } from '../../../src/domain/decider.js';
import type { Operator } from '../../../src/domain/installation.js';
import { Refused } from '../../../src/domain/refusal.js';
import { decideUser, type UserEnvironment } from '../../../src/domain/user/user.js';
import {
  BeginSignIn,
  EndSession,
  ErasePerson,
  GrantRole,
  NoteFailedSignIn,
  NoteSignIn,
  RegisterUser,
  RevokeRole,
  SetPassword,
  type UserCommand,
} from '../../../src/domain/user/user-commands.js';
import type { UserEvent } from '../../../src/domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '../../../src/domain/user/user-state.js';

const NOW = '2026-11-20T10:00:00.000Z';
const root: Operator = { id: 'root', admin: true };
const ada: Operator = { id: 'ada', admin: false };
const to = { id: 'ada', context: { actor: 'root', commandId: 'c' } };
const registered: UserEvent = { type: 'user.registered', data: { name: 'Ada', demo: false } };
const at = (event: UserEvent, when = NOW) => happening(event, 'root', when);
const given = (...events: UserEvent[]): UserState =>
  events.map((event) => at(event)).reduce<UserState>(evolveUser, NOT_REGISTERED);

function decided(state: UserState, command: UserCommand, more: Partial<UserEnvironment> = {}) {
  try {
    return decideUser(state, command, { operator: root, now: NOW, ...more });
  } catch (error) {
    if (error instanceof Refused) return error.reasons.map(({ code }) => code);
    throw error;
  }
}

describe('people', () => {
  it('are registered with what identifies them, and with their roles', () => {
    const role = { application: 'purchasing', role: 'finance' };
    const command = new RegisterUser({
      ...to,
      name: 'Ada',
      signInName: 'ada',
      password: 'x'.repeat(10),
      roles: [role],
    });
    expect(decided(given(), command, { signInDigest: 'd', hash: 'h' })).toEqual([
      { type: 'user.registered', data: { name: 'Ada', signInName: 'ada', signInDigest: 'd', demo: false } },
      { type: 'user.password-set', data: { hash: 'h' } },
      { type: 'user.role-granted', data: role },
    ]);
    expect(decided(given(), command, { operator: ada })).toEqual(['NOT_PERMITTED']);
  });

  it('may lack a sign-in name', () => {
    expect(decided(given(), new RegisterUser({ ...to, name: 'Ada' }))).toEqual([registered]);
    expect(decided(given(registered), new RegisterUser({ ...to, name: 'Ada' }))).toEqual([]);
  });

  it('have names that can be read', () => {
    const named = (name: unknown) => decided(given(), new RegisterUser({ ...to, name: name as string }));
    expect([named('\u200b'), named(5), named('a\0'), named('x'.repeat(201))]).toEqual([
      ['REQUIRED'],
      ['REQUIRED'],
      ['WRONG_TYPE'],
      ['TOO_LONG'],
    ]);
  });

  it('hold a role or do not, however often it is said', () => {
    const role = { application: 'constructor', role: 'toString' };
    const grant = decided(given(registered), new GrantRole({ ...to, ...role }));
    expect(grant).toEqual([{ type: 'user.role-granted', data: role }]);
    const holding = given(registered, { type: 'user.role-granted', data: role });
    expect(decided(holding, new GrantRole({ ...to, ...role }))).toEqual([]);
    expect(decided(holding, new RevokeRole({ ...to, ...role }))).toEqual([
      { type: 'user.role-revoked', data: role },
    ]);
    expect(decided(given(registered), new RevokeRole({ ...to, ...role }))).toEqual([]);
  });

  it('are erased once, and nothing is done with them afterwards', () => {
    const erase = new ErasePerson({ ...to, reason: 'Asked for' });
    expect(decided(given(registered), erase, { keyFingerprint: 'f' })).toEqual([
      { type: 'user.erased', data: { person: 'ada', keyFingerprint: 'f' }, said: { reason: 'Asked for' } },
    ]);
    const certificate: UserEvent = { type: 'user.erased', data: { person: 'ada', keyFingerprint: 'f' } };
    const erased = given({ type: 'user.registered', data: { name: ERASED, demo: false } }, certificate);
    expect(decided(erased, erase)).toEqual([]);
    for (const command of [
      new RegisterUser({ ...to, name: 'Ada' }),
      new SetPassword({ ...to, password: 'x'.repeat(10) }),
      new GrantRole({ ...to, application: '-', role: 'admin' }),
      new RevokeRole({ ...to, application: '-', role: 'admin' }),
      new NoteSignIn({ ...to, by: 'password' }),
      new BeginSignIn(to),
      new NoteFailedSignIn(to),
    ]) {
      expect(decided(erased, command)).toEqual(['ERASED']);
    }
  });

  it('need ten characters for a password', () => {
    const set = (password: unknown) =>
      decided(given(registered), new SetPassword({ ...to, password: password as string }), { hash: 'h' });
    expect(set('123456789')).toEqual(['WEAK_PASSWORD']);
    expect(set('👍'.repeat(9))).toEqual(['WEAK_PASSWORD']);
    expect(set(undefined)).toEqual(['WEAK_PASSWORD']);
    expect(set('x'.repeat(1025))).toEqual(['TOO_LONG']);
    expect(set('1234567890')).toEqual([{ type: 'user.password-set', data: { hash: 'h' } }]);
  });

  it('sign out of one session, and have none any more once they are erased', () => {
    const end = new EndSession({ ...to, session: 3 });
    expect(decided(given(registered), end, { operator: ada })).toEqual([
      { type: 'user.signed-out', data: { session: 3 } },
    ]);
    const erased = given(registered, { type: 'user.erased', data: { person: 'ada', keyFingerprint: null } });
    expect(decided(erased, end)).toEqual([]);
    expect(decided(given(), end)).toEqual(['NOT_FOUND']);
  });

  describe('after wrong passwords', () => {
    const wrong: UserEvent = { type: 'user.sign-in-failed', data: { by: 'password' } };
    const right: UserEvent = { type: 'user.signed-in', data: { by: 'password' } };
    const failed = (times: number) => Array.from({ length: times }, () => wrong);
    const later = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

    it('may be tried again nine times, each of them counted', () => {
      expect(decided(given(registered, ...failed(9)), new BeginSignIn(to))).toEqual([]);
      expect(decided(given(registered, ...failed(9)), new NoteFailedSignIn(to))).toEqual([wrong]);
    });

    it('pause after ten, and nothing more is written', () => {
      const state = given(registered, ...failed(10));
      expect(decided(state, new BeginSignIn(to))).toEqual(['TOO_MANY_ATTEMPTS']);
      expect(decided(state, new NoteFailedSignIn(to))).toEqual(['TOO_MANY_ATTEMPTS']);
      expect(decided(state, new BeginSignIn(to), { now: later(4.99) })).toEqual(['TOO_MANY_ATTEMPTS']);
      expect(decided(state, new BeginSignIn(to), { now: later(5) })).toEqual([]);
    });

    it('start anew with the right one; one click proves nothing', () => {
      expect(decided(given(registered, ...failed(10), right), new BeginSignIn(to))).toEqual([]);
      const clicked: UserEvent = { type: 'user.signed-in', data: { by: 'demo' } };
      expect(decided(given(registered, ...failed(10), clicked), new BeginSignIn(to))).toEqual([
        'TOO_MANY_ATTEMPTS',
      ]);
    });

    it('never wait for long because a clock jumped', () => {
      const state = given(registered, ...failed(10));
      for (const minutes of [-1_000_000, -6, 6, 1_000_000])
        expect(decided(state, new BeginSignIn(to), { now: later(minutes) })).toEqual([]);
    });
  });
});
