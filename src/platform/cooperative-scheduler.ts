// Long work in time slices, so that short requests go first.
import { setImmediate } from 'node:timers/promises';
import { createContextVariable } from './context-variable.js';

/** A page waits for several slices, since its queries are sequential. */
const TIME_SLICE_MS = 2;

const MAX_INTERACTIVE_MS = 50;

/** After this, long work gets a turn however many requests there are. */
const MAX_YIELD_MS = 8;

let interactiveCount = 0;

const resumeCallbacks = new Set<() => void>();

/** Ends the interactive work of the running code. */
const currentInteractive = createContextVariable<() => void>();

/** Long work waits until `end` is called: at most 50 ms, and no longer once it yields itself. */
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

/** Yields to the event loop where the time slice is used up. */
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

/** Call before awaiting long-running work, or the scheduler makes that work wait for the caller. */
export const endInteractive = (): void => currentInteractive.get()?.();

/** Call before a long, indivisible step. */
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

/** May be interrupted at each yield. */
export async function runCooperatively<T>(work: Generator<undefined, T, undefined>): Promise<T> {
  const yieldTurn = startTimeSlice();
  for (let piece = work.next(); ; piece = work.next()) {
    if (piece.done) return piece.value;
    const turn = yieldTurn();
    if (turn) await turn;
  }
}

const BATCH_SIZE = 50;

/** In order, yielding to the event loop between batches. */
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
