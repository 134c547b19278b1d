// Waits that a signal can end early.
import { setTimeout as sleep } from 'node:timers/promises';
import { exponentialBackoff } from '#platform/timeouts.js';

const FIRST_WAIT_MS = 100;
/** Short, so that a returning engine is noticed soon. */
const LONGEST_WAIT_MS = 3_000;

/** Exponential backoff with jitter. Returns early when the signal aborts. */
export async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
  await sleepUnlessAborted(exponentialBackoff(attempt, FIRST_WAIT_MS, LONGEST_WAIT_MS), signal);
}

/** Returns early when any signal aborts. */
export async function sleepUnlessAborted(milliseconds: number, ...signals: AbortSignal[]): Promise<void> {
  const signal = AbortSignal.any(signals);
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Resolves when any signal aborts. */
export function waitForAbort(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals);
  return new Promise((resolve) => {
    if (any.aborted) resolve();
    else any.addEventListener('abort', () => resolve(), { once: true });
  });
}
