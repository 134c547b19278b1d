// Long work in time slices on the thread that answers requests: requests that take little go first.
import { setImmediate } from 'node:timers/promises';
import { contextVariable } from './context-variable.js';

/** A page waits for several slices, since its queries come one after the other. */
const TIME_SLICE_MS = 2;

const MAX_INTERACTIVE_MS = 50;

/** After so long, long work has a turn however many requests there are: it gets slower, but ends. */
const MAX_YIELD_MS = 8;

let interactiveCount = 0;

/** Long work that waits for interactive work to end. */
const resumeCallbacks = new Set<() => void>();

/** Ends the interactive work that the running code belongs to. */
const currentInteractive = contextVariable<() => void>();

/** Long work lets this go first, until `end` is called: for 50 ms at most, and no longer once it yields itself. */
export function markInteractive(work: (end: () => void) => void): void {
  interactiveCount += 1;
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    interactiveCount -= 1;
    for (const resume of resumeCallbacks) resume();
  };
  const timer = setTimeout(end, MAX_INTERACTIVE_MS).unref();
  currentInteractive.run(end, () => work(end));
}

/** Called and awaited between steps: yields to the event loop where the time slice is used up. */
type YieldTurn = () => Promise<void> | undefined;

export function startTimeSlice(): YieldTurn {
  const endOwn = currentInteractive.get();
  let since = performance.now();
  return () => {
    if (performance.now() - since < TIME_SLICE_MS) return undefined;
    endOwn?.();
    return waitForInteractiveWork().then(() => {
      since = performance.now();
    });
  };
}

/** Call before awaiting long-running work, or the scheduler would make that work wait for the caller. */
export const endInteractive = (): void => currentInteractive.get()?.();

/** Call before a long step that cannot be divided. */
export async function yieldToEventLoop(): Promise<void> {
  endInteractive();
  await waitForInteractiveWork();
}

async function waitForInteractiveWork(): Promise<void> {
  await setImmediate();
  const until = performance.now() + MAX_YIELD_MS;
  while (interactiveCount > 0 && performance.now() < until)
    await waitUntilInteractiveEnded(until - performance.now());
}

function waitUntilInteractiveEnded(longest: number): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer);
      resumeCallbacks.delete(resume);
      resolve();
    };
    const timer = setTimeout(resume, longest);
    resumeCallbacks.add(resume);
  });
}

/** Runs work that yields where it may be interrupted. */
export async function runCooperatively<T>(work: Generator<undefined, T, undefined>): Promise<T> {
  const yieldTurn = startTimeSlice();
  for (let piece = work.next(); ; piece = work.next()) {
    if (piece.done) return piece.value;
    const turn = yieldTurn();
    if (turn) await turn;
  }
}

const BATCH_SIZE = 50;

/** Processes items in order, in batches, yielding to the event loop between batches. */
export async function mapInBatches<T, U>(
  items: readonly T[],
  work: (slice: readonly T[]) => Promise<readonly U[]>,
): Promise<readonly U[]> {
  if (items.length <= BATCH_SIZE) return work(items);
  const yieldTurn = startTimeSlice();
  const done: U[] = [];
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    for (const each of await work(items.slice(from, from + BATCH_SIZE))) done.push(each);
    await yieldTurn();
  }
  return done;
}
