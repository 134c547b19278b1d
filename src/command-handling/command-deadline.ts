// One deadline for all that a command does: from when it came, over its waiting for others, to every question to the event store.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds. Longer than adapters try by themselves, so that their answer comes first where there is one. */
export const LONGEST_WAIT = 8_000;

const deadlines = new AsyncLocalStorage<number>();

/** Whoever asks is told after so many milliseconds at the latest that it did not work. */
export const withDeadline = <T>(work: () => Promise<T>, milliseconds = LONGEST_WAIT): Promise<T> =>
  deadlines.run(performance.now() + milliseconds, work);

/** By `performance.now()`: of the command that is at work; of what is none (an import, a start), this question's own. */
export const deadline = (): number => deadlines.getStore() ?? performance.now() + LONGEST_WAIT;
