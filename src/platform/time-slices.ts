// Long work on the thread that answers everybody lets the others have their turn.
import { setImmediate } from 'node:timers/promises';

/** Milliseconds. A page of somebody else waits for several stretches: its questions and answers come one after the other. */
const AT_A_STRETCH = 2;

/** To be awaited between pieces of work: lets others go first once they have waited that long. */
export type LetOthers = () => Promise<void> | undefined;

export function turns(): LetOthers {
  let since = performance.now();
  return () => {
    if (performance.now() - since < AT_A_STRETCH) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
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
