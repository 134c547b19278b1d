import { describe, expect, it } from '@jest/globals';
import { markInteractive, mapInBatches, runCooperatively } from '#platform/cooperative-scheduler.js';

describe('long work', () => {
  it('lets others have their turn, and keeps its order', async () => {
    const items = Array.from({ length: 1000 }, (_, n) => n);
    let turned = 0;
    let isAtWork = true;
    const others = (async () => {
      while (isAtWork) {
        await new Promise(setImmediate);
        turned += 1;
      }
    })();

    const done = await mapInBatches(items, async (slice) => {
      for (let busy = performance.now() + 3; performance.now() < busy;);
      return slice.map((n) => 2 * n);
    });
    isAtWork = false;
    await others;

    expect(done).toEqual(items.map((n) => 2 * n));
    expect(turned).toBeGreaterThan(2);
  });

  it('lets others have their turn as often as it has pieces that can be noticed', async () => {
    let turned = 0;
    let isAtWork = true;
    const others = (async () => {
      for (; isAtWork; turned++) await new Promise(setImmediate);
    })();

    await runCooperatively(tenPieces());
    isAtWork = false;
    await others;

    expect(turned).toBeGreaterThanOrEqual(10);
  });
});

/** Its end. */
function shortWork(): () => void {
  let end = () => {};
  markInteractive((itsEnd) => (end = itsEnd));
  return end;
}

describe('short work', () => {
  it('goes before a piece of long work, until it ends', async () => {
    const told: string[] = [];
    const end = shortWork();
    const other = shortWork();
    const done = runCooperatively(tenPieces(() => told.push('piece')));
    await new Promise(setImmediate);
    expect(told).toHaveLength(1);
    other();
    end();
    end();
    await done;
    expect(told).toHaveLength(10);
  });

  it('holds nothing up for good, also where it never ends', async () => {
    const ends = [shortWork(), shortWork()];
    let pieces = 0;
    await runCooperatively(tenPieces(() => (pieces += 1)));
    expect(pieces).toBe(10);
    ends.forEach((end) => end());
  });

  it('is long work once it has paused, and does not wait for itself', async () => {
    let turned = 0;
    let isAtWork = true;
    const others = (async () => {
      for (; isAtWork; turned++) await new Promise(setImmediate);
    })();
    const at: number[] = [];
    await new Promise<unknown>((resolve) =>
      markInteractive(() => resolve(runCooperatively(tenPieces(() => at.push(turned))))),
    );
    isAtWork = false;
    await others;
    expect(at[1]! - at[0]!).toBeLessThan(4);
  });
});

/** Of three milliseconds each. */
function* tenPieces(did: () => void = () => {}): Generator<undefined, void, undefined> {
  for (let piece = 0; piece < 10; piece++) {
    for (let busy = performance.now() + 3; performance.now() < busy;);
    did();
    yield;
  }
}
