// Long work on the thread that answers everybody lets the others have their turn.
import { setImmediate } from 'node:timers/promises';

/** Milliseconds. A page of somebody else waits for several stretches: its questions and answers come one after the other. */
const AT_A_STRETCH = 2;

/** Milliseconds. What takes longer is long work itself, whatever it began as. */
const SHORT = 50;

/** Milliseconds. However much short work comes, long work has a turn after that time: it gets slower by it, but ends. */
const PATIENCE = 8;

/** To be awaited between pieces of work: lets others go first once they have waited that long. */
export type LetOthers = () => Promise<void> | undefined;

let shortWorks = 0;
/** Long works that came as short work, and still count as such. */
let amongThem = 0;
/** What goes on where short work has ended. */
const waiting = new Set<() => void>();

/** Something has come that will be answered at once, as most requests: long work lets it go first. To be called when it is answered. */
export function shortWork(): () => void {
  shortWorks += 1;
  const end = once(() => {
    clearTimeout(timer);
    shortWorks -= 1;
    for (const goOn of waiting) goOn();
  });
  const timer = setTimeout(end, SHORT).unref();
  return end;
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}

export function turns(): LetOthers {
  const began = performance.now();
  let since = began;
  return () => {
    const now = performance.now();
    if (now - since < AT_A_STRETCH) return undefined;
    return othersFirst(now - began < SHORT).then(() => {
      since = performance.now();
    });
  };
}

async function othersFirst(isAmongThem: boolean): Promise<void> {
  if (isAmongThem) amongThem += 1;
  try {
    await setImmediate();
    const until = performance.now() + PATIENCE;
    while (shortWorks > amongThem && performance.now() < until)
      await shortWorkEnded(until - performance.now());
  } finally {
    if (isAmongThem) amongThem -= 1;
  }
}

function shortWorkEnded(longest: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      waiting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, longest);
    waiting.add(goOn);
  });
}

/** Work that says itself where it can be interrupted. */
export async function inTurns<T>(work: Generator<undefined, T, undefined>): Promise<T> {
  const letOthers = turns();
  for (let piece = work.next(); ; piece = work.next()) {
    if (piece.done) return piece.value;
    const others = letOthers();
    if (others) await others;
  }
}

/** So many are done at a stretch, whatever they are. */
const SLICE = 50;

/** Many by many, in their order, letting others have their turn between. */
export async function inSlices<T, U>(
  items: readonly T[],
  work: (slice: readonly T[]) => Promise<readonly U[]>,
): Promise<readonly U[]> {
  if (items.length <= SLICE) return work(items);
  const letOthers = turns();
  const done: U[] = [];
  for (let from = 0; from < items.length; from += SLICE) {
    done.push(...(await work(items.slice(from, from + SLICE))));
    await letOthers();
  }
  return done;
}
