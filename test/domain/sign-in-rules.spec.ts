import { describe, expect, it } from '@jest/globals';
import { Refused } from '#domain/refusal.js';
import {
  chooseSignInRules,
  DEFAULT_SIGN_IN_RULES,
  getInactivityMinutes,
  isSecondFactorAsked,
} from '#domain/sign-in-rules/sign-in-rules.js';
import type { SignInRules } from '#domain/sign-in-rules/sign-in-rules-events.js';

const ADMIN = { '-': ['admin'] };
const AUDITOR = { '-': ['auditor'] };
const CLERK = { orders: ['clerk'] };
const BOSS = { orders: ['clerk', 'boss'] };

const rules = (chosen: Partial<SignInRules>): SignInRules => ({ ...DEFAULT_SIGN_IN_RULES, ...chosen });
const when = (chosen: Partial<SignInRules>, admin = true): readonly unknown[] => {
  try {
    return chooseSignInRules(DEFAULT_SIGN_IN_RULES, rules(chosen), { id: 'ada', admin }).map(
      ({ data }) => data,
    );
  } catch (error) {
    if (error instanceof Refused) return error.reasons.map(({ code, fields }) => [code, ...(fields ?? [])]);
    throw error;
  }
};

describe('rules on signing in', () => {
  it('ask nobody for a second factor, and end sessions of admins and auditors after half an hour, as nobody chose any', () => {
    for (const held of [ADMIN, AUDITOR, CLERK, {}])
      expect(isSecondFactorAsked(DEFAULT_SIGN_IN_RULES, held)).toBe(false);
    expect(
      [ADMIN, AUDITOR, CLERK, {}].map((held) => getInactivityMinutes(DEFAULT_SIGN_IN_RULES, held)),
    ).toEqual([30, 30, 720, 720]);
  });

  it.each<[SignInRules['secondFactor'], readonly boolean[]]>([
    ['nobody', [false, false, false, false, false]],
    ['admins', [true, true, false, false, false]],
    ['roles', [false, true, false, true, false]],
    ['all', [true, true, true, true, true]],
  ])('ask %s', (secondFactor, asked) => {
    const chosen = rules({ secondFactor, roles: ['orders.boss', '-.auditor'] });
    expect([ADMIN, AUDITOR, CLERK, BOSS, {}].map((held) => isSecondFactorAsked(chosen, held))).toEqual(asked);
  });

  it('are chosen by admins only', () => {
    expect(when({ secondFactor: 'all' }, false)).toEqual([['NOT_PERMITTED']]);
    expect(when({ secondFactor: 'all', roles: ['orders.boss'] })).toEqual([rules({ secondFactor: 'all' })]);
  });

  it('name sign-ins by a provider only where these are asked, too', () => {
    expect(when({ atProviders: true })).toEqual([rules({ atProviders: true })]);
    expect(when({ secondFactor: 'all', atProviders: false })).toEqual([rules({ secondFactor: 'all' })]);
    expect(when({ atProviders: false })).toEqual([]);
  });

  it('are not written again where nothing changes', () => {
    expect(when({})).toEqual([]);
  });

  it.each<[Partial<SignInRules>, string]>([
    [{ rememberDays: -1 }, 'rememberDays'],
    [{ rememberDays: 91 }, 'rememberDays'],
    [{ rememberDays: 1.5 }, 'rememberDays'],
    [{ inactivity: { admins: 4, others: 720 } }, 'adminMinutes'],
    [{ inactivity: { admins: 30, others: 721 } }, 'otherMinutes'],
    [{ secondFactor: 'roles', roles: [] }, 'secondFactor'],
  ])('are refused as %j', (chosen, field) => {
    expect(when(chosen)).toEqual([['BAD_REQUEST', field]]);
  });
});
