// How many past sign-ins stay in memory.
import { describe, expect, it } from '@jest/globals';
import {
  MAX_FAILURES,
  MAX_FAMILIAR_ADDRESSES,
  computeSignInPause,
  addFailure,
  addFamiliarAddress,
  removeFailuresFromAddress,
  type FailedSignIn,
} from '#domain/user/sign-in-pause.js';

const times = (count: number) => Array.from({ length: count }, (_, index) => `address-${index}`);
const failure = (from: string): FailedSignIn => ({ at: '2026-11-22T08:00:00.000Z', from });

describe('the memory of sign-ins', () => {
  it('keeps the latest familiar addresses, each once, the newest last', () => {
    const from = (addresses: readonly string[]) =>
      addresses.reduce(addFamiliarAddress, [] as readonly string[]);
    expect(from(times(MAX_FAMILIAR_ADDRESSES))).toEqual(times(MAX_FAMILIAR_ADDRESSES));
    expect(from(times(MAX_FAMILIAR_ADDRESSES + 3))).toEqual(times(MAX_FAMILIAR_ADDRESSES + 3).slice(3));
    expect(from(['a', 'b', 'a'])).toEqual(['b', 'a']);
    expect(addFamiliarAddress(['a'], undefined)).toEqual(['a']);
  });

  it('keeps the latest failures without those of an address with a right password', () => {
    const all = times(MAX_FAILURES + 2)
      .map(failure)
      .reduce(addFailure, [] as readonly FailedSignIn[]);
    expect(all.map(({ from }) => from)).toEqual(times(MAX_FAILURES + 2).slice(2));
    expect(removeFailuresFromAddress(all, 'address-2')).toEqual(all.slice(1));
  });
});

describe('wrong passwords', () => {
  const now = '2026-11-22T08:00:00.000Z';
  const ago = (hours: number): FailedSignIn => ({
    at: new Date(Date.parse(now) - hours * 3_600_000).toISOString(),
    from: 'here',
  });
  const pause = (failures: readonly FailedSignIn[], from = 'here') =>
    computeSignInPause(failures, [], { from, now });

  it('are forgotten after a day', () => {
    const old = Array.from({ length: 30 }, () => ago(24));
    expect(pause([...old, ago(0)])).toBe(0);
    expect(pause([...old, ago(0)], 'elsewhere')).toBe(0);
  });

  it('of the last day count', () => {
    const recent = Array.from({ length: 5 }, () => ago(23));
    expect(pause([...recent, ago(0)])).toBe(30);
  });
});
