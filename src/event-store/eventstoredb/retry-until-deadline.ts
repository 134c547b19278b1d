// Retries with exponential backoff and jitter until a deadline.
import { setTimeout as sleep } from 'node:timers/promises';
import { exponentialBackoff, withTimeout } from '#platform/timeouts.js';
import { isTransient, AnswerTimeout } from './server-errors.js';

/** Milliseconds. */
export interface RetryTiming {
  /** Time for which a call is retried while the server is unavailable. */
  readonly retryFor: number;
  /** Time limit for one answer. */
  readonly answerWithin: number;
  /** By `performance.now()`; overrides a later end of `retryFor`. */
  readonly deadline?: number;
}

/** Calls with the returned timing share one deadline. */
export const withSharedDeadline = (timing: RetryTiming): RetryTiming & { readonly deadline: number } => ({
  ...timing,
  deadline: Math.min(performance.now() + timing.retryFor, timing.deadline ?? Infinity),
});

const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1_000;

/** With less time left than this, no further attempt is made. */
const SHORTEST_ATTEMPT_MS = 50;

/** Milliseconds. */
export const backoffBefore = (attempt: number): number =>
  exponentialBackoff(attempt, FIRST_WAIT_MS, LONGEST_WAIT_MS);

/**
 * Passes each attempt its time limit in milliseconds. Throws permanent errors at once, otherwise the last error at the deadline.
 * Uses the monotonic clock.
 */
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
      if (!(error instanceof AnswerTimeout) || longest === timing.answerWithin) failure = error;
      else failure ??= error;
      silentSince = failure instanceof AnswerTimeout ? (silentSince ?? began) : undefined;
      const wait = backoffBefore(attempts);
      const isOver = !isTransient(error) || performance.now() + wait + SHORTEST_ATTEMPT_MS >= deadline;
      // Reports the whole time without an answer, not only the last attempt's.
      if (isOver)
        throw silentSince === undefined ? failure : new AnswerTimeout(performance.now() - silentSince);
      await sleep(wait);
    }
  }
}

/** Resolves early when the signal aborts. */
export const sleepUnlessAborted = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

/** Throws `AnswerTimeout` after so many milliseconds; the call itself continues unobserved. */
export const withAnswerTimeout = <T>(milliseconds: number, answer: Promise<T>): Promise<T> =>
  withTimeout(milliseconds, answer, () => new AnswerTimeout(milliseconds));
