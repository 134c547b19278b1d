// Slows down whoever guesses passwords: attempts are counted per name and per address, and forgiven when one succeeds.
import { LRUCache } from 'lru-cache';

interface Count {
  readonly attempts: number;
  /** Milliseconds since 1970 when the count starts anew. */
  readonly until: number;
}

const WINDOW = 5 * 60_000;
const MOST = { name: 10, address: 50 } as const;

type Kind = keyof typeof MOST;

export class Attempts {
  private readonly counts = new LRUCache<string, Count>({ max: 100_000 });

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Counts one attempt before it is tried, so that many at once gain nothing.
   * Returns the seconds to wait, 0 = go on.
   */
  begin(name: string, address: string): number {
    const wait = Math.max(this.waiting('name', name), this.waiting('address', address));
    if (wait > 0) return wait;
    this.count('name', name);
    this.count('address', address);
    return 0;
  }

  /** The attempt was the right one. */
  succeeded(name: string, address: string): void {
    this.counts.delete(`name ${name}`);
    const key = `address ${address}`;
    const count = this.counts.get(key);
    if (count) this.counts.set(key, { ...count, attempts: count.attempts - 1 });
  }

  private waiting(kind: Kind, key: string): number {
    const count = this.counts.get(`${kind} ${key}`);
    if (!count || count.attempts < MOST[kind]) return 0;
    return Math.max(0, Math.ceil((count.until - this.now()) / 1000));
  }

  private count(kind: Kind, key: string): void {
    const known = this.counts.get(`${kind} ${key}`);
    const running = known && known.until > this.now() ? known : { attempts: 0, until: this.now() + WINDOW };
    this.counts.set(`${kind} ${key}`, { ...running, attempts: running.attempts + 1 });
  }
}
