import { beforeEach, describe, expect, it } from '@jest/globals';
import { Attempts } from '../../src/identity/attempts.js';

describe('attempts to sign in', () => {
  let now: number;
  let attempts: Attempts;

  beforeEach(() => {
    now = 1_000_000;
    attempts = new Attempts(() => now);
  });

  const fail = (times: number, name: string, address: string) =>
    Array.from({ length: times }, () => attempts.begin(name, address));

  it('are slowed down for a name after ten, from wherever they come', () => {
    expect(fail(10, 'mia', '10.0.0.1')).toEqual(Array(10).fill(0));
    expect(attempts.begin('mia', '10.0.0.2')).toBe(300);
    expect(attempts.begin('tom', '10.0.0.1')).toBe(0);
  });

  it('are slowed down for an address after fifty, whatever the name', () => {
    for (let n = 0; n < 50; n++) expect(attempts.begin(`name ${n}`, '10.0.0.1')).toBe(0);
    expect(attempts.begin('another', '10.0.0.1')).toBe(300);
    expect(attempts.begin('another', '10.0.0.2')).toBe(0);
  });

  it('say how long is left to wait, and are free again then', () => {
    fail(10, 'mia', '10.0.0.1');
    now += 299_001;
    expect(attempts.begin('mia', '10.0.0.1')).toBe(1);
    now += 999;
    expect(attempts.begin('mia', '10.0.0.1')).toBe(0);
  });

  it('do not count once one succeeds, so that a busy office is not locked out', () => {
    for (let n = 0; n < 200; n++) {
      expect(attempts.begin('mia', '10.0.0.1')).toBe(0);
      attempts.succeeded('mia', '10.0.0.1');
    }
  });
});
