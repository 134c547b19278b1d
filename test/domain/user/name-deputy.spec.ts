import { describe, expect, it } from '@jest/globals';
import { toFoldableEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import { findDelegatedRoles } from '#domain/user/appoint-deputy.js';
import { decideUser } from '#domain/user/decide-user.js';
import { DismissDeputy, AppointDeputy, type UserCommand } from '#domain/user/user-commands.js';
import type { Delegation, UserEvent } from '#domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';

const NOW = '2026-11-20T10:00:00.000Z';
const DEPUTATION: Delegation = {
  deputation: 'd1',
  deputy: 'bert',
  application: 'shop',
  role: 'boss',
  from: '2026-12-01',
  until: '2026-12-24',
};
const named = (of: Partial<Delegation> = {}): UserEvent => ({
  type: 'user.deputy-named',
  data: { ...DEPUTATION, ...of },
});
const registered: UserEvent = { type: 'user.registered', data: { name: 'Ada', demo: false } };
const given = (...events: UserEvent[]): UserState =>
  [registered, ...events]
    .map((event) => toFoldableEvent(event, 'ada', NOW))
    .reduce<UserState>(evolveUser, NOT_REGISTERED);

function decided(
  command: UserCommand,
  {
    state = given(),
    by = 'ada',
    now = NOW,
    known = { deputy: true } as { deputy?: boolean } | undefined,
  } = {},
) {
  try {
    return decideUser(state, command, {
      operator: { id: by, admin: by === 'root' },
      now,
      ...(known && { known }),
    });
  } catch (error) {
    if (error instanceof Refused)
      return error.reasons.map(({ code, fields = [] }) => [code, ...fields].join(' '));
    throw error;
  }
}

const context = { actor: 'ada', commandId: 'c' };
const naming = (of: Partial<Delegation> = {}) =>
  new AppointDeputy({ id: 'ada', context, ...DEPUTATION, ...of });
const dismissing = (deputation = 'd1') => new DismissDeputy({ id: 'ada', context, deputation });

describe('given a person who names a deputy', () => {
  it('when the deputy is a registered person and the days lie ahead, then it is recorded once', () => {
    expect(decided(naming())).toEqual([named()]);
    expect(decided(naming(), { by: 'system' })).toEqual([named()]);
    expect(decided(naming(), { state: given(named()) })).toEqual([]);
    const all = { application: null, role: null };
    expect(decided(naming(all))).toEqual([named(all)]);
  });

  it('when it is named for another person, then it is refused even to admins', () => {
    expect(decided(naming(), { by: 'root' })).toEqual(['NOT_PERMITTED']);
  });

  it('when the deputy is blank, then it is refused as required', () => {
    expect(decided(naming({ deputy: '' }), { known: {} })).toEqual(['REQUIRED deputy']);
  });

  it('when the person cannot be a deputy, then it is refused', () => {
    expect(decided(naming({ deputy: 'ada' }))).toEqual(['BAD_REQUEST deputy']);
    expect(decided(naming(), { known: {} })).toEqual(['BAD_REQUEST deputy']);
    expect(decided(naming({ application: null }))).toEqual(['BAD_REQUEST role']);
  });

  it.each<[string, Partial<Delegation>, string[]]>([
    ['on its first day', { from: '2026-11-01', until: '2026-11-20' }, []],
    ['where it is still the last day somewhere', { from: '2026-11-01', until: '2026-11-19' }, []],
    ['once that is over everywhere', { from: '2026-11-01', until: '2026-11-18' }, ['BAD_REQUEST until']],
    ['for one day', { from: '2026-12-01', until: '2026-12-01' }, []],
    ['until before it begins', { from: '2026-12-02', until: '2026-12-01' }, ['BAD_REQUEST until']],
    ['for a year and a day', { from: '2026-12-01', until: '2027-12-02' }, []],
    ['for longer', { from: '2026-12-01', until: '2027-12-03' }, ['BAD_REQUEST until']],
    ['from no day', { from: '2026-11-31' }, ['BAD_REQUEST from']],
    ['for no days', { from: 'soon', until: '1.12.2026' }, ['BAD_REQUEST from', 'BAD_REQUEST until']],
  ])('when it is %s, then it is so, or refused', (_, of, reasons) => {
    const now = '2026-11-20T10:00:00.000Z';
    expect(decided(naming(of), { now })).toEqual(reasons.length > 0 ? reasons : [named(of)]);
  });

  it('when twenty delegations are current, then another is refused', () => {
    const many = (count: number, until: string) =>
      Array.from({ length: count }, (_, index) => named({ deputation: `n${index} ${until}`, until }));
    const full = given(...many(20, '2026-12-24'));
    expect(decided(naming(), { state: full })).toEqual(['BAD_REQUEST deputy']);
    expect(decided(naming(), { state: given(...many(20, '2026-11-19')) })).toEqual(['BAD_REQUEST deputy']);
    expect(decided(naming(), { state: given(...many(19, '2026-12-24'), ...many(20, '2026-11-18')) })).toEqual(
      [named()],
    );
  });
});

describe('given a person with a deputy', () => {
  const state = given(named());
  const ended = [{ type: 'user.deputy-dismissed', data: { deputation: 'd1' } }];

  it.each(['ada', 'bert', 'root'])('when %s dismisses the deputy, then the delegation ends', (by) => {
    expect(decided(dismissing(), { state, by })).toEqual(ended);
  });

  it('when another person dismisses it, or it does not exist, then both are refused alike', () => {
    expect(decided(dismissing(), { state, by: 'cleo' })).toEqual(['NOT_FOUND']);
    expect(decided(dismissing('other'), { state })).toEqual(['NOT_FOUND']);
  });
});

describe('the roles delegated to a deputy', () => {
  const asked = { deputy: 'bert', application: 'shop', day: '2026-12-10' };
  const lent = (...of: Partial<Delegation>[]) =>
    findDelegatedRoles(
      of.map((each) => ({ ...DEPUTATION, ...each })),
      ['boss', 'clerk'],
      asked,
    );

  it.each([
    ['from its first day on', { from: asked.day }],
    ['until its last day', { until: asked.day }],
    ['in all applications', { application: null }],
  ])('when it holds %s, then it is the role', (_, of) => {
    expect(lent(of)).toEqual({ roles: ['boss'], isExclusive: true });
  });

  it.each([
    ['has not begun', { from: '2026-12-11' }],
    ['is over', { until: '2026-12-09' }],
    ['is of another application', { application: 'claims' }],
    ['is somebody else’s', { deputy: 'cleo' }],
  ])('when it %s, then it is nothing', (_, of) => {
    expect(lent(of)).toBeUndefined();
  });

  it('when all roles are delegated, then they are the roles held, not exclusive', () => {
    expect(lent({ role: null })).toEqual({ roles: ['boss', 'clerk'], isExclusive: false });
    expect(lent({}, { role: null })).toEqual({ roles: ['boss', 'clerk'], isExclusive: false });
  });

  it('when the principal lost the delegated roles, then none remain', () => {
    expect(lent({ role: 'auditor' })).toEqual({ roles: [], isExclusive: true });
    expect(lent({ role: 'clerk' }, { role: 'auditor' })).toEqual({ roles: ['clerk'], isExclusive: true });
  });
});
