// Whatever awaits something: values that go with a piece of work through all its waiting, waits that end, queues, and long work that lets others
// have their turn on the thread that answers everybody.
import { setImmediate } from 'node:timers/promises';
import { AsyncLocalStorage } from 'node:async_hooks';

/** What goes with a piece of work through everything that it awaits, as AsyncContext.Variable will (TC39 proposal-async-context). */
interface ContextVariable<Value> {
  /** undefined: nobody has set it for what runs now. */
  get(): Value | undefined;
  /** Everything that `work` does, now and later, finds this value. */
  run<Result>(value: Value, work: () => Result): Result;
}

/** One for all variables: before Node.js 24 each storage in use costs something at every promise of the process. */
// eslint-disable-next-line no-restricted-syntax
const storage = new AsyncLocalStorage<ReadonlyMap<object, unknown>>();

export function contextVariable<Value>(): ContextVariable<Value> {
  const variable: ContextVariable<Value> = {
    get: () => storage.getStore()?.get(variable) as Value | undefined,
    run: (value, work) => storage.run(new Map(storage.getStore()).set(variable, value), work),
  };
  return variable;
}

/** What the promise gives; after so many milliseconds throws what `late` makes. The work itself goes on, and nobody listens. */
export async function withTimeout<T>(
  milliseconds: number,
  answer: Promise<T>,
  late: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Milliseconds to wait before the next attempt; attempts count from 0. Doubles from `first` up to `longest`. Half of it is chance, so
 * that those who failed together do not come back together.
 */
export function exponentialBackoff(attempt: number, first: number, longest: number): number {
  const whole = Math.min(longest, first * 2 ** Math.min(attempt, 10));
  return whole / 2 + (Math.random() * whole) / 2;
}

/** Milliseconds. A page of somebody else waits for several stretches: its questions and answers come one after the other. */
const TIME_SLICE_MS = 2;

/** Milliseconds. */
const MAX_INTERACTIVE_MS = 50;

/** Milliseconds. However much short work comes, long work has a turn after that time: it gets slower by it, but ends. */
const MAX_YIELD_MS = 8;

let interactiveCount = 0;

/** What goes on where short work has ended. */
const resumeCallbacks = new Set<() => void>();

/** Ends the short work that something belongs to. */
const currentInteractive = contextVariable<() => void>();

/**
 * What has come will be answered at once, as most requests: long work lets it go first, until what it is given is called. It counts for
 * 50 ms at most, and no longer once it has paused: then it is long work itself.
 */
export function markInteractive(work: (end: () => void) => void): void {
  interactiveCount += 1;
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    interactiveCount -= 1;
    for (const goOn of resumeCallbacks) goOn();
  };
  const timer = setTimeout(end, MAX_INTERACTIVE_MS).unref();
  currentInteractive.run(end, () => work(end));
}

/** To be awaited between pieces of work: lets others go first once they have waited that long. */
type YieldTurn = () => Promise<void> | undefined;

/** For long work that was begun now. */
export function startTimeSlice(): YieldTurn {
  const isLong = currentInteractive.get();
  let since = performance.now();
  return () => {
    if (performance.now() - since < TIME_SLICE_MS) return undefined;
    isLong?.();
    return waitForInteractiveWork().then(() => {
      since = performance.now();
    });
  };
}

/** To be called by what waits for long work: otherwise that would let it go first. */
export const endInteractive = (): void => currentInteractive.get()?.();

/** Before a piece that takes a while, and has no parts. */
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
    const goOn = () => {
      clearTimeout(timer);
      resumeCallbacks.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, longest);
    resumeCallbacks.add(goOn);
  });
}

/** Work that says itself where it can be interrupted. */
export async function runCooperatively<T>(work: Generator<undefined, T, undefined>): Promise<T> {
  const letOthers = startTimeSlice();
  for (let piece = work.next(); ; piece = work.next()) {
    if (piece.done) return piece.value;
    const others = letOthers();
    if (others) await others;
  }
}

/** So many are done at a stretch, whatever they are. */
const BATCH_SIZE = 50;

/** Many by many, in their order, letting others have their turn between. */
export async function mapInBatches<T, U>(
  items: readonly T[],
  work: (slice: readonly T[]) => Promise<readonly U[]>,
): Promise<readonly U[]> {
  if (items.length <= BATCH_SIZE) return work(items);
  const letOthers = startTimeSlice();
  const done: U[] = [];
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    for (const each of await work(items.slice(from, from + BATCH_SIZE))) done.push(each);
    await letOthers();
  }
  return done;
}

/** Its turn did not come in time; the work was not begun, and will not be. */
export class QueuedTooLong extends Error {
  override readonly name = 'QueuedTooLong';
}

const queuedTooLong = () => new QueuedTooLong('others were at work for too long');

/** One at a time for each key, in the order of asking. */
export class KeyedQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  /** How many keys have work under way. */
  get size(): number {
    return this.last.size;
  }

  /**
   * Runs the work when all earlier work of the same key has ended, however it ended. Throws `QueuedTooLong` where that is not
   * before `until` (by `performance.now()`).
   */
  async take<T>(key: string, work: () => Promise<T>, until = Infinity): Promise<T> {
    const before = this.last.get(key);
    let isGivenUp = false;
    const begin = () => {
      if (isGivenUp) throw queuedTooLong();
      return work();
    };
    const mine = before ? before.then(begin, begin) : work();
    this.last.set(key, mine);
    try {
      if (before) await waitForTurn(before, until);
      return await mine;
    } catch (error) {
      isGivenUp = true;
      throw error;
    } finally {
      void mine.catch(() => {}).then(() => this.last.get(key) === mine && this.last.delete(key));
    }
  }
}

async function waitForTurn(before: Promise<unknown>, until: number): Promise<void> {
  const ended = before.then(noop, noop);
  if (until === Infinity) return ended;
  await withTimeout(Math.max(0, until - performance.now()), ended, queuedTooLong);
}

const noop = () => {};
