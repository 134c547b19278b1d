// One at a time for each key, in the order of asking.
import { withTimeout } from '../platform/with-timeout.js';

/** Its turn did not come in time; the work was not begun, and will not be. */
export class QueuedTooLong extends Error {
  override readonly name = 'TurnTooLate';
}

const tooLate = () => new QueuedTooLong('others were at work for too long');

export class KeyedQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  /**
   * Runs the work when all earlier work of the same key has ended, however it ended. Throws `TurnTooLate` where that is not
   * before `until` (by `performance.now()`).
   */
  async take<T>(key: string, work: () => Promise<T>, until = Infinity): Promise<T> {
    const before = this.last.get(key);
    let isGivenUp = false;
    const begin = () => {
      if (isGivenUp) throw tooLate();
      return work();
    };
    const mine = before ? before.then(begin, begin) : work();
    this.last.set(key, mine);
    try {
      if (before) await turnAfter(before, until);
      return await mine;
    } catch (error) {
      isGivenUp = true;
      throw error;
    } finally {
      void mine.catch(() => {}).then(() => this.last.get(key) === mine && this.last.delete(key));
    }
  }
}

async function turnAfter(before: Promise<unknown>, until: number): Promise<void> {
  const ended = before.then(nothing, nothing);
  if (until === Infinity) return ended;
  await withTimeout(Math.max(0, until - performance.now()), ended, tooLate);
}

const nothing = () => {};
