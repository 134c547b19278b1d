import { describe, expect, it } from '@jest/globals';
import { sleepUnlessAborted, waitWithBackoff } from '#projections/subscription/abortable-waits.js';

/** Timers that keep this process alive. */
const holding = () => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;

describe('given a projection that waits', () => {
  it.each([
    ['a while', (signal: AbortSignal) => sleepUnlessAborted(60_000, signal)],
    ['before it tries again', (signal: AbortSignal) => waitWithBackoff(20, signal)],
  ])('when it waits %s, then that keeps no process from ending, and an abort ends it', async (_, wait) => {
    const ending = new AbortController();
    const before = holding();
    const waiting = wait(ending.signal);
    expect(holding()).toBe(before);
    ending.abort();
    await expect(waiting).resolves.toBeUndefined();
  });
});
