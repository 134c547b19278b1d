// Asks again after growing, jittered waits, for as long as somebody can be kept waiting.
import { setTimeout as sleep } from 'node:timers/promises';
import { exponentialBackoff, withTimeout } from '#platform/awaiting.js';
import { isTransient, AnswerTimeout } from './server-errors.js';

/** Milliseconds. */
export interface RetryTiming {
  /** For so long a question is asked again while the server is away. */
  readonly retryFor: number;
  /** For so long one answer is waited for. */
  readonly answerWithin: number;
  /** Later than this (by `performance.now()`) an answer is of no use to who asks. */
  readonly deadline?: number;
}

/** Everything that is asked from now on with this timing has one end. */
export const withSharedDeadline = (timing: RetryTiming): RetryTiming & { readonly deadline: number } => ({
  ...timing,
  deadline: Math.min(performance.now() + timing.retryFor, timing.deadline ?? Infinity),
});

const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1_000;

/** With less time than this for an answer, there is no use in asking. */
const SHORTEST_ATTEMPT_MS = 50;

/** Milliseconds. */
export const backoffBefore = (attempt: number): number =>
  exponentialBackoff(attempt, FIRST_WAIT_MS, LONGEST_WAIT_MS);

/**
 * `attempt` is told for how many milliseconds it may wait. Throws what it threw last: at once what will not pass, else when
 * retryFor is over. Measured by the clock that does not jump.
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
      // A wait that was cut short tells less than what failed before it.
      if (!(error instanceof AnswerTimeout) || longest === timing.answerWithin) failure = error;
      else failure ??= error;
      silentSince = failure instanceof AnswerTimeout ? (silentSince ?? began) : undefined;
      const wait = backoffBefore(attempts);
      const isOver = !isTransient(error) || performance.now() + wait + SHORTEST_ATTEMPT_MS >= deadline;
      // Whoever has waited hears for how long, not what was left for the last attempt.
      if (isOver)
        throw silentSince === undefined ? failure : new AnswerTimeout(performance.now() - silentSince);
      await sleep(wait);
    }
  }
}

/** Ends quietly, and early when the signal aborts. */
export const sleepUnlessAborted = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

/** What the promise gives; throws `NoTimelyAnswer` after so many milliseconds. The call itself goes on, and nobody listens. */
export const withAnswerTimeout = <T>(milliseconds: number, answer: Promise<T>): Promise<T> =>
  withTimeout(milliseconds, answer, () => new AnswerTimeout(milliseconds));
