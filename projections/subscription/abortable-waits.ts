import { setTimeout as sleep } from 'node:timers/promises';
import { computeExponentialBackoff } from '#platform/timeouts.js';

const FIRST_WAIT_MS = 100;
/** Short, so that a returning engine is noticed soon. */
const LONGEST_WAIT_MS = 3_000;

/** With jitter. Returns early when the signal aborts. */
export async function waitWithBackoff(attempt: number, signal: AbortSignal): Promise<void> {
  await sleepUnlessAborted(computeExponentialBackoff(attempt, FIRST_WAIT_MS, LONGEST_WAIT_MS), signal);
}

export async function sleepUnlessAborted(milliseconds: number, ...signals: AbortSignal[]): Promise<void> {
  const signal = AbortSignal.any(signals);
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

export function waitForAbort(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals);
  return new Promise((resolve) => {
    if (any.aborted) resolve();
    else any.addEventListener('abort', () => resolve(), { once: true });
  });
}
