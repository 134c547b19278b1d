import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AttemptLimits } from '#identity/attempts/attempt-limits.js';
import { describeBrowser } from '#identity/describe-browser.js';
import { toClientNetwork } from '#platform/to-client-network.js';
import { inMemoryRateLimiters } from '#platform/rate-limiters.js';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('attempts to sign in', () => {
  let attempts: AttemptLimits;

  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
    attempts = new AttemptLimits(inMemoryRateLimiters, { digest: hash });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('are slowed down for an address after fifty, whatever the name', async () => {
    for (let n = 0; n < 50; n++) expect(await attempts.countAttempt('10.0.0.1', 'somebody')).toBe(0);
    expect(await attempts.countAttempt('10.0.0.1', 'somebody')).toBe(300);
    expect(await attempts.countAttempt('10.0.0.2', 'somebody')).toBe(0);
    jest.advanceTimersByTime(299_001);
    expect(await attempts.countAttempt('10.0.0.1', 'somebody')).toBe(1);
    jest.advanceTimersByTime(999);
    expect(await attempts.countAttempt('10.0.0.1', 'somebody')).toBe(0);
  });

  it('that are refused do not count, also where they come in the last second', async () => {
    for (let n = 0; n < 50; n++) await attempts.countAttempt('10.0.0.1', `invented ${n}`);
    for (let n = 0; n < 20; n++) await attempts.countAttempt('10.0.0.1', `refused ${n}`);
    await attempts.noteSuccess('10.0.0.1', 'invented 0');
    expect(await attempts.countAttempt('10.0.0.1', 'colleague')).toBe(0);
    jest.advanceTimersByTime(299_500);
    for (let n = 0; n < 20; n++) expect(await attempts.countAttempt('10.0.0.1', `late ${n}`)).toBe(1);
    jest.advanceTimersByTime(500);
    let tried = 0;
    while ((await attempts.countAttempt('10.0.0.1', `next ${tried}`)) === 0) tried++;
    expect(tried).toBe(50);
  });

  it('wait no longer than the window where the clock is set back', async () => {
    for (let n = 0; n < 50; n++) await attempts.countAttempt('10.0.0.1', `invented ${n}`);
    jest.setSystemTime(1_000_000 - 3_600_000);
    expect(await attempts.countAttempt('10.0.0.1', 'somebody')).toBe(300);
    jest.advanceTimersByTime(300_000);
    expect(await attempts.countAttempt('10.0.0.1', 'somebody')).toBe(0);
  });

  it('from many addresses of one IPv6 network are counted together', async () => {
    for (let n = 1; n <= 50; n++)
      expect(await attempts.countAttempt(`2001:db8::${n}`, `invented ${n}`)).toBe(0);
    expect(await attempts.countAttempt('2001:db8::99', 'somebody')).toBe(300);
    expect(await attempts.countAttempt('2001:db8:0:1::99', 'somebody')).toBe(0);
  });

  it('do not count once one succeeds, so that a busy office is not locked out', async () => {
    for (let n = 0; n < 200; n++) {
      expect(await attempts.countAttempt('10.0.0.1', `colleague ${n}`)).toBe(0);
      await attempts.noteSuccess('10.0.0.1', `colleague ${n}`);
    }
  });

  it('with invented names lock nobody out of an address where they have signed in', async () => {
    await attempts.countAttempt('10.0.0.1', 'owner');
    await attempts.noteSuccess('10.0.0.1', 'owner');
    for (let n = 0; n < 60; n++) await attempts.countAttempt('10.0.0.1', `invented ${n}`);
    expect(await attempts.countAttempt('10.0.0.1', 'owner')).toBe(0);
    expect(await attempts.countAttempt('10.0.0.1', 'stranger')).toBe(300);
  });

  it('are not taken back by signing in again and again from a known place', async () => {
    for (let n = 0; n < 3; n++) {
      await attempts.countAttempt('10.0.0.1', 'guesser');
      await attempts.noteSuccess('10.0.0.1', 'guesser');
    }
    let tried = 0;
    while ((await attempts.countAttempt('10.0.0.1', `victim ${tried}`)) === 0) tried++;
    expect(tried).toBe(50);
  });

  it('with names that nobody has wait as long as with others', () => {
    const waits = Array.from({ length: 7 }, () => {
      const pause = attempts.pauseForUnknownName('nobody', '10.0.0.1');
      attempts.noteUnknownName('nobody', '10.0.0.1');
      return pause;
    });
    expect(waits).toEqual([0, 0, 0, 0, 0, 15, 30]);
    expect(attempts.pauseForUnknownName('nobody', '10.0.0.2')).toBe(0);
    expect(attempts.pauseForUnknownName('another', '10.0.0.1')).toBe(0);
  });
});

describe('where somebody comes from', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%j is the network %j', (address, network) => expect(toClientNetwork(address)).toBe(network));

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Linux',
    ],
    ['curl/8.5.0', 'another program'],
    [undefined, 'another program'],
  ])('%j is %s', (header, browser) => expect(describeBrowser(header)).toBe(browser));
});
