import { withTimeout } from './timeouts.js';

/** The work has not begun, and never will. */
export class QueuedTooLong extends Error {
  override readonly name = 'QueuedTooLong';
}

const queuedTooLong = () => new QueuedTooLong('others were at work for too long');

export class KeyedQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  get size(): number {
    return this.last.size;
  }

  /** After all earlier work of the key, however it ended. Throws `QueuedTooLong` after `until` (`performance.now()`). */
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
      const forget = () => this.last.get(key) === mine && this.last.delete(key);
      mine.then(forget, forget);
    }
  }
}

async function waitForTurn(before: Promise<unknown>, until: number): Promise<void> {
  const ended = before.then(noop, noop);
  if (until === Infinity) return ended;
  await withTimeout(Math.max(0, until - performance.now()), ended, queuedTooLong);
}

const noop = () => {};
