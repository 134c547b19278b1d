// Waits that end early: by an abort, or by somebody who opens the gate.
import { setTimeout as sleep } from 'node:timers/promises';
import { exponentialBackoff } from '#platform/awaiting.js';

const FIRST_WAIT_MS = 100;
/** What is back shall not seem to be away for long, and one question costs little. */
const LONGEST_WAIT_MS = 3_000;

/** Growing, jittered waits between attempts. Ends quietly when the signal aborts. */
export async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
  await sleepUnlessAborted(exponentialBackoff(attempt, FIRST_WAIT_MS, LONGEST_WAIT_MS), signal);
}

/** Ends quietly, and early when any of the signals aborts. */
export async function sleepUnlessAborted(milliseconds: number, ...signals: AbortSignal[]): Promise<void> {
  const signal = AbortSignal.any(signals);
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Resolves when any of the signals aborts. */
export function waitForAbort(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals);
  return new Promise((resolve) => {
    if (any.aborted) resolve();
    else any.addEventListener('abort', () => resolve(), { once: true });
  });
}
