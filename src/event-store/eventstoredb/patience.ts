// Asks again after growing, jittered waits, for as long as somebody can be kept waiting.
import { setTimeout as sleep } from 'node:timers/promises';
import { growingWait } from '../../growing-wait.js';
import { inTime } from '../../in-time.js';
import { mayPass, NoAnswer } from './failures.js';

/** Milliseconds. */
export interface Timing {
  /** For so long a question is asked again while the server is away. */
  readonly patience: number;
  /** For so long one answer is waited for. */
  readonly answerWithin: number;
}

const FIRST_WAIT = 20;
const LONGEST_WAIT = 1_000;

/** With less time than this for an answer, there is no use in asking. */
const SHORTEST = 50;

/** Milliseconds. */
export const waitBefore = (attempt: number): number => growingWait(attempt, FIRST_WAIT, LONGEST_WAIT);

/**
 * `attempt` is told how many milliseconds are left. Throws what it threw last: at once what will not pass, else when
 * `patience` (milliseconds) is over. Measured by the clock that does not jump.
 */
export async function patiently<T>(patience: number, attempt: (left: number) => Promise<T>): Promise<T> {
  const until = performance.now() + patience;
  for (let attempts = 0; ; attempts++) {
    try {
      return await attempt(Math.max(1, until - performance.now()));
    } catch (error) {
      const wait = waitBefore(attempts);
      if (!mayPass(error) || performance.now() + wait + SHORTEST >= until) throw error;
      await sleep(wait);
    }
  }
}

/** Ends quietly, and early when the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

/** What the promise gives; `NoAnswer` after so many milliseconds. The call itself goes on, and nobody listens. */
export const within = <T>(milliseconds: number, answer: Promise<T>): Promise<T> =>
  inTime(milliseconds, answer, () => new NoAnswer(`no answer within ${Math.round(milliseconds)} ms`));
