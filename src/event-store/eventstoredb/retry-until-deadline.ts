// Exponential backoff with jitter.
import { setTimeout as sleep } from 'node:timers/promises';
import { computeExponentialBackoff, withTimeout } from '#platform/timeouts.js';
import { isTransientServerError, ServerTimeout } from './server-errors.js';

/** Milliseconds. */
export interface RetryTiming {
  readonly retryFor: number;
  readonly answerWithin: number;
  /** `performance.now()`; overrides a later end of `retryFor`. */
  readonly deadline?: number;
}

export const withSharedDeadline = (timing: RetryTiming): RetryTiming & { readonly deadline: number } => ({
  ...timing,
  deadline: Math.min(performance.now() + timing.retryFor, timing.deadline ?? Infinity),
});

const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1_000;

const SHORTEST_ATTEMPT_MS = 50;

/** Milliseconds. */
export const computeBackoff = (attempt: number): number =>
  computeExponentialBackoff(attempt, FIRST_WAIT_MS, LONGEST_WAIT_MS);

/** `call` gets its time limit. Throws permanent errors at once, otherwise the last error. */
export async function retryUntilDeadline<T>(
  timing: RetryTiming,
  attempt: (longest: number) => Promise<T>,
): Promise<T> {
  const { deadline } = withSharedDeadline(timing);
  let failure: unknown;
  let silentSince: number | undefined;
  for (let attempts = 0; ; attempts++) {
    const began = performance.now();
    const longest = Math.min(timing.answerWithin, Math.max(1, deadline - began));
    try {
      return await attempt(longest);
    } catch (error) {
      // A shortened last attempt says less than the error before it.
      if (!(error instanceof ServerTimeout) || longest === timing.answerWithin) failure = error;
      else failure ??= error;
      silentSince = failure instanceof ServerTimeout ? (silentSince ?? began) : undefined;
      const wait = computeBackoff(attempts);
      const isOver =
        !isTransientServerError(error) || performance.now() + wait + SHORTEST_ATTEMPT_MS >= deadline;
      // Reports the whole time without an answer.
      if (isOver)
        throw silentSince === undefined ? failure : new ServerTimeout(performance.now() - silentSince);
      await sleep(wait);
    }
  }
}

export const sleepUnlessAborted = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

/** Throws `AnswerTimeout`; the call continues unobserved. */
export const withAnswerTimeout = <T>(milliseconds: number, answer: Promise<T>): Promise<T> =>
  withTimeout(milliseconds, answer, () => new ServerTimeout(milliseconds));
