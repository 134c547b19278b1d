import { describe, expect, it } from '@jest/globals';
import type { FoldableEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import { decideUser } from '#domain/user/decide-user.js';
import type { TokenAccess } from '#domain/user/token-events.js';
import {
  IssueLink,
  IssueToken,
  LockPerson,
  RecordTokenUse,
  RevokeToken,
} from '#domain/user/user-commands.js';
import type { UserCommand } from '#domain/user/user-commands.js';
import type { UserEvent } from '#domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';

const NOW = '2026-11-20T10:00:00.000Z';
const context = { actor: 'ada', commandId: 'command-1' };

const at = (event: UserEvent, recordedAt: string): FoldableEvent<UserEvent> =>
  ({ ...event, metadata: { actor: 'ada', recordedAt } }) as FoldableEvent<UserEvent>;
const fold = (...events: readonly UserEvent[]): UserState =>
  events.map((event) => at(event, NOW)).reduce<UserState>(evolveUser, NOT_REGISTERED);

const REGISTERED: UserEvent = {
  type: 'user.registered',
  data: { name: 'Ada', signInName: 'ada', signInDigest: 'd', demo: false },
};
const AUDITOR: UserEvent = { type: 'user.role-granted', data: { application: '-', role: 'auditor' } };
const LIMITS = {
  access: 'write' as TokenAccess,
  application: 'shop' as string | null,
  administration: false,
  until: '2027-02-18T10:00:00.000Z',
};
const issued = (token: string, more: object = {}): UserEvent => ({
  type: 'user.token-issued',
  data: { token, name: 'ERP import', digest: 'd1', ...LIMITS, ...more },
});
const revoked = (token: string): UserEvent => ({ type: 'user.token-revoked', data: { token } });

const issue = (more: object = {}) =>
  new IssueToken({ id: 'ada', token: 't1', name: ' ERP import ', digest: 'd1', ...LIMITS, context, ...more });

function decide(
  state: UserState,
  command: UserCommand,
  { by = 'ada', admin = false, now = NOW, application = true } = {},
) {
  try {
    return decideUser(state, command, { operator: { id: by, admin }, now, known: { application } });
  } catch (error) {
    if (error instanceof Refused) return error.reasons.map(({ code }) => code);
    throw error;
  }
}

describe('making an API token', () => {
  it('records its limits and digest, once', () => {
    expect(decide(fold(REGISTERED), issue())).toEqual([issued('t1')]);
    expect(decide(fold(REGISTERED, issued('t1')), issue())).toEqual([]);
  });

  it('is for oneself only, admins included', () => {
    expect(decide(fold(REGISTERED), issue(), { by: 'root', admin: true })).toEqual(['NOT_PERMITTED']);
  });

  it('is open to the command line, for an account that is not locked', () => {
    const onMachine = { by: 'system', admin: true };
    expect(decide(fold(REGISTERED), issue(), onMachine)).toEqual([issued('t1')]);
    const locked = fold(REGISTERED, { type: 'user.locked', data: {} });
    expect(decide(locked, issue(), onMachine)).toEqual(['ACCOUNT_LOCKED']);
    const fromLog = { type: 'user.registered', data: { name: 'X', demo: false, fromLog: true } } as const;
    expect(decide(fold(fromLog), issue(), onMachine)).toEqual(['NOT_FOUND']);
  });

  it.each([
    ['a blank name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['an end in the past', { until: NOW }],
    ['an end after more than a year', { until: '2027-11-22T10:00:00.000Z' }],
    ['an end that is no time', { until: 'never' }],
    ['rights of admins that the person does not have', { application: null, administration: true }],
  ])('is refused with %s', (_, more) => {
    expect(decide(fold(REGISTERED), issue(more))).toEqual([
      expect.stringMatching(/^(REQUIRED|BAD_REQUEST)$/),
    ]);
  });

  it('is refused for an application that the person may not open', () => {
    expect(decide(fold(REGISTERED), issue(), { application: false })).toHaveLength(1);
  });

  it('takes the rights of an auditor along, though not into one application alone', () => {
    const auditor = fold(REGISTERED, AUDITOR);
    const all = { application: null, administration: true };
    expect(decide(auditor, issue(all))).toEqual([issued('t1', all)]);
    expect(decide(auditor, issue({ administration: true }))).not.toEqual([issued('t1')]);
  });

  it('is refused above twenty tokens that work, and possible again when one has expired', () => {
    const many = Array.from({ length: 20 }, (_, index) => issued(`other-${index}`));
    expect(decide(fold(REGISTERED, ...many), issue())).toHaveLength(1);
    expect(decide(fold(REGISTERED, ...many), issue())).not.toEqual([issued('t1')]);
    const later = { until: '2027-03-18T10:00:00.000Z' };
    expect(decide(fold(REGISTERED, ...many), issue(later), { now: '2027-02-18T10:00:00.000Z' })).toEqual([
      issued('t1', later),
    ]);
  });

  it('is refused for a locked account', () => {
    expect(decide(fold(REGISTERED, { type: 'user.locked', data: {} }), issue())).toEqual(['NOT_SIGNED_IN']);
  });
});

describe('revoking an API token', () => {
  const revoke = new RevokeToken({ id: 'ada', token: 't1', context });

  it('is for its person and for admins', () => {
    const state = fold(REGISTERED, issued('t1'));
    expect(decide(state, revoke)).toEqual([revoked('t1')]);
    expect(decide(state, revoke, { by: 'root', admin: true })).toEqual([revoked('t1')]);
    expect(decide(state, revoke, { by: 'bo' })).toEqual(['NOT_PERMITTED']);
  });

  it('records nothing for a token that does not work any more', () => {
    expect(decide(fold(REGISTERED), revoke)).toEqual([]);
    expect(decide(fold(REGISTERED, issued('t1'), revoked('t1')), revoke)).toEqual([]);
  });
});

describe('API tokens of a person', () => {
  const state = fold(REGISTERED, issued('t1'), issued('t2'), revoked('t2'));
  const admin = { by: 'root', admin: true };

  it('end with a lock, and stay ended when the account is unlocked', () => {
    const lock = new LockPerson({ id: 'ada', reason: 'Left', context });
    expect(decide(state, lock, admin)).toMatchObject([{ type: 'user.locked' }, revoked('t1')]);
  });

  it('end with a one-time link, by which an admin gives an account back', () => {
    const link = { digest: 'd', until: '2026-11-21T10:00:00.000Z' };
    expect(decide(state, new IssueLink({ id: 'ada', link, context }), admin)).toMatchObject([
      { type: 'user.link-issued' },
      revoked('t1'),
    ]);
  });
});

describe('the use of an API token', () => {
  const use = new RecordTokenUse({ id: 'ada', token: 't1', from: 'net', context });
  const used: UserEvent = { type: 'user.token-used', data: { token: 't1', from: 'net' } };

  it('is recorded once a day', () => {
    const state = fold(REGISTERED, issued('t1'));
    expect(decide(state, use)).toEqual([used]);
    const later = evolveUser(state, at(used, NOW));
    expect(decide(later, use, { now: '2026-11-20T23:59:59.000Z' })).toEqual([]);
    expect(decide(later, use, { now: '2026-11-21T00:00:00.000Z' })).toEqual([used]);
  });

  it('is not recorded for a revoked token', () => {
    expect(decide(fold(REGISTERED, issued('t1'), revoked('t1')), use)).toEqual([]);
  });
});
