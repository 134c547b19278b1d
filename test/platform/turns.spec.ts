import { describe, expect, it } from '@jest/globals';
import { inSlices, inTurns } from '#platform/time-slices.js';

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

    const done = await inSlices(items, async (slice) => {
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

    await inTurns(tenPieces());
    isAtWork = false;
    await others;

    expect(turned).toBeGreaterThanOrEqual(10);
  });
});

/** Of three milliseconds each. */
function* tenPieces(): Generator<undefined, void, undefined> {
  for (let piece = 0; piece < 10; piece++) {
    for (let busy = performance.now() + 3; performance.now() < busy;);
    yield;
  }
}
