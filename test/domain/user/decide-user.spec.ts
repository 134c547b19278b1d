import { createPhrase } from '#specification/refusal-words/phrases.js';
import { describe, expect, it } from '@jest/globals';
import { ERASED } from '#specification/model/stored-value.js';
import { toFoldableEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import type { UserDecisionContext } from '#domain/user/user-decision-context.js';
import { decideUser } from '#domain/user/decide-user.js';
import {
  VerifyLink,
  CheckSignInAttempt,
  EndSession,
  EndSessions,
  ErasePerson,
  GrantRole,
  IssueLink,
  RecordFailedSignIn,
  RecordFailedSignature,
  RecordSignIn,
  RegisterUser,
  RevokeRole,
  SetPassword,
  UseLink,
  type UserCommand,
} from '#domain/user/user-commands.js';
import type { UserEvent } from '#domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';
import type { Operator } from '#domain/authorize-operator.js';

const NOW = '2026-11-20T10:00:00.000Z';
const root: Operator = { id: 'root', admin: true };
const ada: Operator = { id: 'ada', admin: false };
const to = { id: 'ada', context: { actor: 'root', commandId: 'c' } };
const registered: UserEvent = { type: 'user.registered', data: { name: 'Ada', demo: false } };
const at = (event: UserEvent, when = NOW) => toFoldableEvent(event, 'root', when);
const given = (...events: UserEvent[]): UserState =>
  events.map((event) => at(event)).reduce<UserState>(evolveUser, NOT_REGISTERED);

function decided(state: UserState, command: UserCommand, more: Partial<UserDecisionContext> = {}) {
  try {
    return decideUser(state, command, { operator: root, now: NOW, ...more });
  } catch (error) {
    if (error instanceof Refused) return error.reasons.map(({ code }) => code);
    throw error;
  }
}

describe('commands on people', () => {
  it('register a person with names, digests and roles', () => {
    const role = { application: 'purchasing', role: 'finance' };
    const command = new RegisterUser({
      ...to,
      name: 'Ada',
      signInName: 'ada',
      password: 'x'.repeat(12),
      roles: [role],
    });
    const system = { id: 'system', admin: true };
    expect(decided(given(), command, { operator: system, signInDigest: 'd', hash: 'h' })).toEqual([
      { type: 'user.registered', data: { name: 'Ada', signInName: 'ada', signInDigest: 'd', demo: false } },
      { type: 'user.password-set', data: { hash: 'h' } },
      { type: 'user.role-granted', data: role },
    ]);
    // Admins do not choose other people's passwords.
    expect(decided(given(), command)).toEqual(['NOT_PERMITTED']);
    expect(decided(given(), command, { operator: ada })).toEqual(['NOT_PERMITTED', 'NOT_PERMITTED']);
  });

  it('register a person without a sign-in name', () => {
    expect(decided(given(), new RegisterUser({ ...to, name: 'Ada' }))).toEqual([registered]);
    expect(decided(given(registered), new RegisterUser({ ...to, name: 'Ada' }))).toEqual([]);
  });

  it('refuse unreadable names', () => {
    const named = (name: unknown) => decided(given(), new RegisterUser({ ...to, name: name as string }));
    expect([named('\u200b'), named(5), named('a\0'), named('x'.repeat(201))]).toEqual([
      ['REQUIRED'],
      ['REQUIRED'],
      ['WRONG_TYPE'],
      ['TOO_LONG'],
    ]);
  });

  it('grant and revoke a role only once', () => {
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

  it('erase a person once and refuse every later command', () => {
    const erase = new ErasePerson({ ...to, reason: 'Asked for' });
    const begun = { type: 'user.erasure-begun', data: { person: 'ada' } } as const;
    expect(decided(given(registered), erase)).toEqual([{ ...begun, metadata: { reason: 'Asked for' } }]);
    expect(decided(given(registered, begun), erase)).toEqual([]);
    expect(decided(given(registered, begun), new RegisterUser({ ...to, name: 'Ada' }))).toEqual(['ERASED']);
    expect(decided(given(), erase)).toEqual(['NOT_FOUND']);
    const certificate: UserEvent = { type: 'user.erased', data: { person: 'ada', keyFingerprint: 'f' } };
    const erased = given({ type: 'user.registered', data: { name: ERASED, demo: false } }, certificate);
    expect(decided(erased, erase)).toEqual([]);
    for (const command of [
      new RegisterUser({ ...to, name: 'Ada' }),
      new GrantRole({ ...to, application: '-', role: 'admin' }),
      new RevokeRole({ ...to, application: '-', role: 'admin' }),
      new RecordSignIn({ ...to, by: 'password' }),
      new CheckSignInAttempt(to),
      new RecordFailedSignIn(to),
    ]) {
      expect(decided(erased, command)).toEqual(['ERASED']);
    }
  });

  it('refuse roles for people known from a log only', () => {
    const known: UserEvent = { type: 'user.registered', data: { name: 'Ada', demo: false, fromLog: true } };
    const role = { application: '-', role: 'admin' };
    expect(decided(given(known), new GrantRole({ ...to, ...role }))).toEqual(['BAD_REQUEST']);
    // As older versions allowed.
    const granted = given(known, { type: 'user.role-granted', data: role });
    expect(decided(granted, new RevokeRole({ ...to, ...role }))).toEqual([
      { type: 'user.role-revoked', data: role },
    ]);
  });

  it('require twelve characters for an own password', () => {
    const set = (password: unknown) =>
      decided(given(registered), new SetPassword({ ...to, password: password as string }), {
        operator: ada,
        hash: 'h',
      });
    expect(set('12345678901')).toEqual(['WEAK_PASSWORD']);
    expect(set('👍'.repeat(11))).toEqual(['WEAK_PASSWORD']);
    expect(set(undefined)).toEqual(['WEAK_PASSWORD']);
    expect(set('x'.repeat(129))).toEqual(['TOO_LONG']);
    expect(set('123456789012')).toEqual([{ type: 'user.password-set', data: { hash: 'h' } }]);
  });

  it('end one session, and none for an erased person', () => {
    const end = new EndSession({ ...to, session: 3 });
    expect(decided(given(registered), end, { operator: ada })).toEqual([
      { type: 'user.signed-out', data: { session: 3 } },
    ]);
    const erased = given(registered, { type: 'user.erased', data: { person: 'ada', keyFingerprint: null } });
    for (const each of [end, new EndSessions({ ...to, except: null })]) {
      expect(decided(erased, each)).toEqual([]);
      expect(decided(given(), each)).toEqual(['NOT_FOUND']);
    }
  });

  it('refuse password attempts in an ended session', () => {
    const begun: UserEvent = { type: 'user.signed-in', data: { by: 'password' } };
    const wrong: UserEvent = { type: 'user.signing-failed', data: { session: 2 } };
    const out: UserEvent = { type: 'user.signed-out', data: { session: 2 } };
    const give = (state: UserState, session?: number) =>
      [CheckSignInAttempt, RecordFailedSignature].map((Command) =>
        decided(state, new Command({ ...to, ...(session !== undefined && { session }) })),
      );
    const open = given(registered, begun, wrong, wrong);
    expect(give(open, 2)).toEqual([[], [wrong, out]]);
    const over = given(registered, begun, wrong, wrong, wrong, out);
    expect(give(over, 2)).toEqual([['NOT_SIGNED_IN'], ['NOT_SIGNED_IN']]);
    expect(give(over)).toEqual([[], [{ ...wrong, data: { session: null } }]]);
  });

  it('set a password by a link once, in time and with its secret', () => {
    const link = { digest: 'd', until: '2026-11-21T10:00:00.000Z' };
    const named: UserEvent = {
      type: 'user.registered',
      data: { name: 'Ada', signInName: 'ada', demo: false },
    };
    const issue = new IssueLink({ ...to, link });
    expect(decided(given(named), issue)).toEqual([{ type: 'user.link-issued', data: link }]);
    expect(decided(given(named), issue, { operator: ada })).toEqual(['NOT_PERMITTED']);
    expect(decided(given(named), issue, { operator: { id: 'ada', admin: true } })).toEqual(['BAD_REQUEST']);
    expect(decided(given(registered), issue)).toEqual(['BAD_REQUEST']);
    const issued: UserEvent = { type: 'user.link-issued', data: link };
    const set: UserEvent = { type: 'user.password-set', data: { hash: 'h' } };
    const use = (digest = 'd') => new UseLink({ ...to, digest, password: 'x'.repeat(12) });
    expect(decided(given(named, issued), use(), { hash: 'h' })).toEqual([set]);
    expect(decided(given(named, issued), new VerifyLink({ ...to, digest: 'd' }))).toEqual([]);
    const erased: UserEvent = { type: 'user.erased', data: { person: 'ada', keyFingerprint: null } };
    for (const [state, digest, now] of [
      [given(named), 'd', NOW],
      [given(), 'd', NOW],
      [given(named, issued), 'e', NOW],
      [given(named, issued), 'd', link.until],
      [given(named, issued, set), 'd', NOW],
      [given(named, issued, { type: 'user.link-issued', data: { ...link, digest: 'f' } }), 'd', NOW],
      [given(named, issued, erased), 'd', NOW],
    ] as const) {
      expect(decided(state, use(digest), { hash: 'h', now })).toEqual(['LINK_SPENT']);
      expect(decided(state, new VerifyLink({ ...to, digest }), { now })).toEqual(['LINK_SPENT']);
    }
    expect(decided(given(named, issued), use(), { guessable: createPhrase('why.password-common') })).toEqual([
      'GUESSABLE_PASSWORD',
    ]);
  });

  it('end all sessions or all but one, and those of other people only for admins', () => {
    const end = new EndSessions({ ...to, except: 3 });
    const ended = [{ type: 'user.sessions-ended', data: { except: 3 } }];
    expect(decided(given(registered), end, { operator: ada })).toEqual(ended);
    expect(decided(given(registered), end)).toEqual(ended);
    expect(decided(given(registered), end, { operator: { id: 'bob', admin: false } })).toEqual([
      'NOT_PERMITTED',
    ]);
  });

  describe('after wrong passwords', () => {
    const wrong = (from = 'there'): UserEvent => ({
      type: 'user.sign-in-failed',
      data: { by: 'password', from },
    });
    const right = (from = 'there'): UserEvent => ({ type: 'user.signed-in', data: { by: 'password', from } });
    const failed = (times: number, from?: string) => Array.from({ length: times }, () => wrong(from));
    const later = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString();
    const from = (place = 'there') => new CheckSignInAttempt({ ...to, from: place });

    it('allows four attempts without a pause', () => {
      const state = given(registered, ...failed(4));
      expect(decided(state, from())).toEqual([]);
      expect(decided(state, new RecordFailedSignIn({ ...to, from: 'there' }))).toEqual([wrong()]);
    });

    it.each([
      [5, 15],
      [6, 30],
      [8, 120],
      [11, 900],
      [40, 900],
    ])('wait from the fifth on, longer each time: after %d, %d seconds', (times, seconds) => {
      const state = given(registered, ...failed(times));
      expect(decided(state, from())).toEqual(['TOO_MANY_ATTEMPTS']);
      expect(decided(state, new RecordFailedSignIn({ ...to, from: 'there' }))).toEqual(['TOO_MANY_ATTEMPTS']);
      expect(decided(state, from(), { now: later(seconds - 1) })).toEqual(['TOO_MANY_ATTEMPTS']);
      expect(decided(state, from(), { now: later(seconds) })).toEqual([]);
    });

    it('pauses other addresses only after many failures, and briefly', () => {
      expect(decided(given(registered, ...failed(19)), from('elsewhere'))).toEqual([]);
      const state = given(registered, ...failed(50));
      expect(decided(state, from('elsewhere'))).toEqual(['TOO_MANY_ATTEMPTS']);
      expect(decided(state, from('elsewhere'), { now: later(300) })).toEqual([]);
    });

    it('never pauses a familiar address because of failures from others', () => {
      const state = given(registered, right('home'), ...failed(50));
      expect(decided(state, from('home'))).toEqual([]);
    });

    it('resets the failures of an address after a right password, not after a demo sign-in', () => {
      const state = given(registered, ...failed(10), right());
      expect(decided(state, from())).toEqual([]);
      const clicked: UserEvent = { type: 'user.signed-in', data: { by: 'demo', from: 'there' } };
      expect(decided(given(registered, ...failed(10), clicked), from())).toEqual(['TOO_MANY_ATTEMPTS']);
      expect(decided(given(registered, ...failed(10, 'x'), right()), from('x'))).toEqual([
        'TOO_MANY_ATTEMPTS',
      ]);
    });

    it('never prolongs the pause because a clock jumped', () => {
      const state = given(registered, ...failed(10));
      for (const minutes of [-1_000_000, -16, 16, 1_000_000])
        expect(decided(state, from(), { now: later(minutes * 60) })).toEqual([]);
    });

    it('records few events during a day of distributed guessing', () => {
      let state = given(registered);
      let written = 0;
      for (let second = 0; second < 86_400; second += 5) {
        const said = { operator: { id: 'system', admin: true }, now: later(second) };
        const guess = new RecordFailedSignIn({ ...to, from: `address ${second}` });
        const events = decided(state, guess, said);
        if (events[0] === 'TOO_MANY_ATTEMPTS') continue;
        state = evolveUser(state, at(events[0] as UserEvent, later(second)));
        written += 1;
      }
      expect(written).toBeLessThan(350);
    });
  });
});
