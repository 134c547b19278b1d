import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createAppendNotifier } from '#event-store/sqlite/append-notifier.js';

/** Milliseconds of two polls, and less than three. */
const TWO_LOOKS = 600;

let head = 7;
let looks = 0;
const news = createAppendNotifier(() => {
  looks += 1;
  return head;
});
const ending = new AbortController();
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  ending.abort();
  jest.useRealTimers();
});

describe('given somebody who has read the log up to its end', () => {
  it('when there is nothing new, then it is not woken; when there is, then at once', async () => {
    let woken = 0;
    const waiting = news.waitForAppend(head, ending.signal).then(() => (woken += 1));

    await jest.advanceTimersByTimeAsync(TWO_LOOKS);
    expect([looks, woken]).toEqual([2, 0]);

    head += 1;
    await jest.advanceTimersToNextTimerAsync();
    await waiting;
    expect([looks, woken]).toEqual([3, 1]);
  });
});

describe('given nobody who waits for more', () => {
  it('when the last waiter leaves, then polling stops', async () => {
    let lookedAt = 0;
    const quiet = createAppendNotifier(() => {
      lookedAt += 1;
      return 7;
    });
    const [one, other] = [new AbortController(), new AbortController()];
    const waiting = [quiet.waitForAppend(7, one.signal), quiet.waitForAppend(7, other.signal)];
    expect(jest.getTimerCount()).toBe(1);
    one.abort();
    expect(jest.getTimerCount()).toBe(1);
    other.abort();
    await Promise.all(waiting);
    expect(jest.getTimerCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(lookedAt).toBe(0);
  });
});
