// Work that must not overlap, by key.
import { withTimeout } from './timeouts.js';

/** The turn did not come in time; the work has not begun, and never will. */
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
