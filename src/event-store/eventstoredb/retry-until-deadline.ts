// Asks again after growing, jittered waits, for as long as somebody can be kept waiting.
import { setTimeout as sleep } from 'node:timers/promises';
import { growingWait, withTimeout } from '#platform/awaiting.js';
import { mayPass, NoTimelyAnswer } from './server-errors.js';

/** Milliseconds. */
export interface Timing {
  /** For so long a question is asked again while the server is away. */
  readonly patience: number;
  /** For so long one answer is waited for. */
  readonly answerWithin: number;
  /** Later than this (by `performance.now()`) an answer is of no use to who asks. */
  readonly until?: number;
}

/** Everything that is asked from now on with this timing has one end. */
export const asOne = (timing: Timing): Timing & { readonly until: number } => ({
  ...timing,
  until: Math.min(performance.now() + timing.patience, timing.until ?? Infinity),
});

const FIRST_WAIT = 20;
const LONGEST_WAIT = 1_000;

/** With less time than this for an answer, there is no use in asking. */
const SHORTEST = 50;

/** Milliseconds. */
export const waitBefore = (attempt: number): number => growingWait(attempt, FIRST_WAIT, LONGEST_WAIT);

/**
 * `attempt` is told for how many milliseconds it may wait. Throws what it threw last: at once what will not pass, else when
 * patience is over. Measured by the clock that does not jump.
 */
export async function patiently<T>(timing: Timing, attempt: (longest: number) => Promise<T>): Promise<T> {
  const { until } = asOne(timing);
  let failure: unknown;
  let silentSince: number | undefined;
  for (let attempts = 0; ; attempts++) {
    const began = performance.now();
    const longest = Math.min(timing.answerWithin, Math.max(1, until - began));
    try {
      return await attempt(longest);
    } catch (error) {
      // A wait that was cut short tells less than what failed before it.
      if (!(error instanceof NoTimelyAnswer) || longest === timing.answerWithin) failure = error;
      else failure ??= error;
      silentSince = failure instanceof NoTimelyAnswer ? (silentSince ?? began) : undefined;
      const wait = waitBefore(attempts);
      const isOver = !mayPass(error) || performance.now() + wait + SHORTEST >= until;
      // Whoever has waited hears for how long, not what was left for the last attempt.
      if (isOver)
        throw silentSince === undefined ? failure : new NoTimelyAnswer(performance.now() - silentSince);
      await sleep(wait);
    }
  }
}

/** Ends quietly, and early when the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

/** What the promise gives; throws `NoTimelyAnswer` after so many milliseconds. The call itself goes on, and nobody listens. */
export const within = <T>(milliseconds: number, answer: Promise<T>): Promise<T> =>
  withTimeout(milliseconds, answer, () => new NoTimelyAnswer(milliseconds));
