// Bounded and in order; a slow case delays others only for lack of room.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { runWithBoundedConcurrency } from '#import/run-with-bounded-concurrency.js';

interface Item {
  readonly n: number;
  readonly size: number;
}

const items = (count: number, size = 1): Item[] => Array.from({ length: count }, (_, n) => ({ n, size }));

async function* read(all: readonly Item[], breaksAfter = Infinity): AsyncGenerator<Item> {
  for (const one of all) {
    if (one.n >= breaksAfter) throw new Error('the log breaks off');
    yield one;
  }
}

/** Ends on demand; records starts and the maximum concurrency. */
class Watched {
  readonly began: number[] = [];
  readonly running = new Map<number, { readonly size: number; end(error?: Error): void }>();
  readonly most = { count: 0, size: 0 };

  readonly work = ({ n, size }: Item): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (error?: Error) => {
        this.running.delete(n);
        if (error) reject(error);
        else resolve();
      };
      this.began.push(n);
      this.running.set(n, { size, end });
      this.most.count = Math.max(this.most.count, this.running.size);
      const together = [...this.running.values()].reduce((sum, one) => sum + one.size, 0);
      this.most.size = Math.max(this.most.size, together);
    });

  /** Ends one running case after the other, until none has been running for some turns. */
  async endAll(choose: (running: number) => number, except = -1): Promise<void> {
    for (let still = 0; still < 5; await turn()) {
      const open = [...this.running].filter(([n]) => n !== except);
      still = open.length === 0 ? still + 1 : 0;
      open[choose(open.length)]?.[1].end();
    }
  }
}

describe('the window of an import', () => {
  it('throws what failed first, though what is under way fails later', async () => {
    const watched = new Watched();
    const all = runWithBoundedConcurrency(
      (async function* () {
        yield* read(items(20));
        throw new Error('the log breaks off');
      })(),
      watched.work,
    );
    const failed = expect(all).rejects.toThrow('the log breaks off');
    while (watched.running.size < 16) await turn();
    for (const each of [...watched.running.values()]) each.end(new Error('a case'));
    await failed;
  });

  it('lets all others pass a case that is slow', async () => {
    const watched = new Watched();
    const all = runWithBoundedConcurrency(read(items(500)), watched.work);
    await watched.endAll(() => 0, 3);
    expect([watched.began.length, [...watched.running.keys()]]).toEqual([500, [3]]);
    watched.running.get(3)!.end();
    await all;
  });

  it('begins each once, in order, and never has more under way than dozens, however they end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 12e6 }), { maxLength: 150 }),
        fc.infiniteStream(fc.nat()),
        async (sizes, chosen) => {
          const watched = new Watched();
          const all = runWithBoundedConcurrency(read(sizes.map((size, n) => ({ n, size }))), watched.work);
          await watched.endAll((running) => (chosen.next().value as number) % Math.max(1, running));
          await all;
          expect(watched.began).toEqual(sizes.map((_, n) => n));
          expect(watched.most.count).toBeLessThanOrEqual(64);
          expect(watched.most.size).toBeLessThanOrEqual(32e6);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is full with dozens of small cases, and with few that are large', async () => {
    for (const [size, full] of [
      [1, 64],
      [10e6, 3],
      [40e6, 1],
    ] as const) {
      const watched = new Watched();
      const all = runWithBoundedConcurrency(read(items(200, size)), watched.work);
      await watched.endAll(() => 0);
      await all;
      expect([size, watched.most.count, watched.began.length]).toEqual([size, full, 200]);
    }
  });

  it('begins no more after one has failed, lets the others end, and says why', async () => {
    const watched = new Watched();
    const all = runWithBoundedConcurrency(read(items(200)), watched.work);
    while (watched.running.size < 64) await turn();
    watched.running.get(2)!.end(new Error('case 2'));
    let isOver = false;
    const over = expect(all.finally(() => (isOver = true))).rejects.toThrow('case 2');
    await turn();
    expect([isOver, watched.running.size]).toEqual([false, 63]);
    await watched.endAll(() => 0);
    await over;
    expect(watched.began).toHaveLength(64);
  });

  it('lets what is under way end where the log itself breaks off', async () => {
    const watched = new Watched();
    const all = runWithBoundedConcurrency(read(items(200), 40), watched.work);
    const over = expect(all).rejects.toThrow('the log breaks off');
    await watched.endAll(() => 0);
    await over;
    expect([watched.began.length % 16, watched.running.size]).toEqual([0, 0]);
  });
});
